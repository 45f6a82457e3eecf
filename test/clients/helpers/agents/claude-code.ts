import { ANTHROPIC } from '../../../../packages/agent/test/providers/anthropic-protocol.ts';
import { type Agent, installed } from '../client.ts';

export const CLAUDE_CODE_AGENT: Agent = {
  protocol: ANTHROPIC,
  env: (origin) => ({
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: 'secret-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  runs: (command) => ['Bash', { command, description: 'a try' }],
};

export const CLAUDE_CODE_COMMAND: readonly string[] = [
  ...[process.execPath, installed('@anthropic-ai/claude-code/cli-wrapper.cjs')],
  ...['-p', 'go on'],
];
