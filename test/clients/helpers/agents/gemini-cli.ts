import { GEMINI } from '../../../../packages/agent/test/providers/gemini-protocol.ts';
import { type Agent, installed } from '../client.ts';

export const GEMINI_CLI_AGENT: Agent = {
  protocol: GEMINI,
  env: (origin) => ({ ...geminiModelAt(origin), GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
  runs: (command) => ['run_shell_command', { command, description: 'a try' }],
};

export function geminiModelAt(origin: string): Readonly<Record<string, string>> {
  return { GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: 'secret-key' };
}

export function geminiInMode(mode: string): readonly string[] {
  return [
    ...[process.execPath, installed('@google/gemini-cli/bundle/gemini.js')],
    ...['-p', 'go on', '--model', 'gemini-2.5-pro', '--approval-mode', mode],
  ];
}

/** `~/.gemini/settings.json` */
export const GEMINI_SETTINGS: object = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};
