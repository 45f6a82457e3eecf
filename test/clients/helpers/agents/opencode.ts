import { OPENAI_CHAT } from '../../../../packages/agent/test/providers/openai-chat-protocol.ts';
import { type Agent, installed } from '../client.ts';

export const OPENCODE_AGENT: Agent = {
  protocol: OPENAI_CHAT,
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  runs: (command) => ['bash', { command, description: 'a try' }],
};

/**
 * `opencode-ai` is a script that puts the package for the platform in its place; that package is all there is to run. Only the one
 * for Linux is installed: not every registry has the others, and one that is missing breaks `npm ci`.
 */
export const OPENCODE_COMMAND: readonly string[] = [installed('opencode-linux-x64/bin/opencode'), 'run', 'go on'];

/** `more`: what else its configuration says. */
export function opencodeFiles(origin: string, more: object): Readonly<Record<string, string>> {
  return {
    // Beside every plugin it wants a package of its own from the registry. It does without, after 70 seconds of trying.
    '~/.npmrc': 'offline=true\n',
    '~/.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      enabled_providers: ['loopback'],
      model: 'loopback/model-1',
      small_model: 'loopback/model-1',
      provider: {
        loopback: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${origin}/v1`, apiKey: 'secret-key' },
          models: { 'model-1': { tool_call: true } },
        },
      },
      ...more,
    }),
  };
}
