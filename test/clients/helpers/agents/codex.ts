import { type Agent, installed } from '../client.ts';
import type { ClientPlace } from '../client-place.ts';
import { CODEX_RESPONSES } from '../codex-protocol.ts';

export const CODEX_AGENT: Agent = {
  protocol: CODEX_RESPONSES,
  env: () => ({ LOOPBACK_KEY: 'secret-key' }),
  runs: (cmd) => ['exec_command', { cmd }],
};

export const CODEX_SCRIPT: string = installed('@openai/codex/bin/codex.js');

/** `~/.codex/config.toml` */
export function codexConfiguration(origin: string, place: ClientPlace): string {
  return `
model = "gpt-5.5"
model_provider = "loopback"
check_for_update_on_startup = false
analytics.enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "${origin}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"

[projects.${JSON.stringify(place.path('.'))}]
trust_level = "trusted"
`;
}
