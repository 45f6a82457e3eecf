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

const PROGRAM: readonly string[] = [process.execPath, installed('@anthropic-ai/claude-code/cli-wrapper.cjs')];

export const CLAUDE_CODE_COMMAND: readonly string[] = [...PROGRAM, '-p', 'go on'];

/** In a terminal. `auto` would be its default, and asks a server of its own. */
export const CLAUDE_CODE_SESSION: readonly string[] = [...PROGRAM, '--permission-mode', 'default', 'go on'];

/** Its `~/.claude.json` of a user who has been asked everything that comes before the first prompt. */
export function claudeCodeState(project: string): string {
  return JSON.stringify({
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ['secret-key'], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
}
