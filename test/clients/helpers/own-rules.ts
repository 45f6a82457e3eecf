import { fileURLToPath } from 'node:url';
import { ANTHROPIC } from '../../../packages/agent/test/providers/anthropic-protocol.ts';
import { GEMINI } from '../../../packages/agent/test/providers/gemini-protocol.ts';
import { OPENAI_CHAT } from '../../../packages/agent/test/providers/openai-chat-protocol.ts';
import type { Product } from '../../comparison/results.ts';
import { installed } from './client.ts';
import { CODEX_RESPONSES } from './codex-protocol.ts';
import type { OwnRules } from './put-question.ts';

const CLAUDE_CODE: OwnRules = {
  protocol: ANTHROPIC,
  files: ({ allow, deny }) => ({
    '~/.claude/settings.json': JSON.stringify({
      permissions: {
        allow: allow === 'everything' ? ['Bash'] : allow.map((program) => `Bash(${program} *)`),
        deny: deny.map((program) => `Bash(${program} *)`),
      },
    }),
  }),
  command: () => [process.execPath, installed('@anthropic-ai/claude-code/cli-wrapper.cjs'), '-p', 'go on'],
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

/** Rules alone, without its sandbox. An allow of a bare `git` changes nothing in Codex, so it gets every second word of the lines. */
export const CODEX: OwnRules = {
  protocol: CODEX_RESPONSES,
  files: ({ allow, deny, lines }, origin, place) => ({
    '~/.codex/config.toml': `
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
`,
    '~/.codex/rules/default.rules': [
      ...(allow === 'everything' ? [] : allow).map((program) => {
        const next = lines.join('\n').matchAll(RegExp(`\\b${program} ([\\w-]+)`, 'g'));
        const words = [...new Set(Array.from(next, ([, word]) => word))];
        return `prefix_rule(pattern=["${program}", ${JSON.stringify(words)}], decision="allow")\n`;
      }),
      ...deny.map((program) => `prefix_rule(pattern=["${program}"], decision="forbidden")\n`),
    ].join(''),
  }),
  command: ({ allow }) => [
    ...[process.execPath, fileURLToPath(new URL('codex-declines.mjs', import.meta.url))],
    ...[installed('@openai/codex/bin/codex.js'), allow === 'everything' ? 'never' : 'untrusted'],
  ],
  env: () => ({ LOOPBACK_KEY: 'secret-key' }),
  runs: (cmd) => ['exec_command', { cmd }],
};

const GEMINI_CLI: OwnRules = {
  protocol: GEMINI,
  files: ({ allow, deny }) => ({
    '~/.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
    '~/.gemini/policies/rules.toml': [
      ...(allow === 'everything' ? [''] : allow.map(commandPrefix)).map((which) => geminiRule(which, 'allow', 100)),
      ...deny.map(commandPrefix).map((which) => geminiRule(which, 'deny', 200)),
    ].join('\n'),
  }),
  command: () => [
    ...[process.execPath, installed('@google/gemini-cli/bundle/gemini.js')],
    ...['-p', 'go on', '--model', 'gemini-2.5-pro', '--approval-mode', 'default'],
  ],
  env: (origin) => ({
    GOOGLE_GEMINI_BASE_URL: origin,
    GEMINI_API_KEY: 'secret-key',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  runs: (command) => ['run_shell_command', { command, description: 'a try' }],
};

function commandPrefix(program: string): string {
  return `commandPrefix = "${program}"\n`;
}

function geminiRule(which: string, decision: string, priority: number): string {
  return `[[rule]]\ntoolName = "run_shell_command"\n${which}decision = "${decision}"\npriority = ${priority}\n`;
}

/** What nothing allows is denied: after a question that nobody answers it would end the run. */
const OPENCODE: OwnRules = {
  protocol: OPENAI_CHAT,
  files: ({ allow, deny }, origin) => ({
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
      permission: {
        bash: Object.fromEntries([
          ['*', allow === 'everything' ? 'allow' : 'deny'],
          ...(allow === 'everything' ? [] : allow).map((program) => [`${program} *`, 'allow']),
          ...deny.map((program) => [`${program} *`, 'deny']),
        ]),
      },
    }),
  }),
  command: () => [installed('opencode-linux-x64/bin/opencode'), 'run', 'go on'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  runs: (command) => ['bash', { command, description: 'a try' }],
};

export const OWN_RULES: readonly (readonly [Product, OwnRules])[] = [
  ['Claude Code', CLAUDE_CODE],
  ['Codex', CODEX],
  ['Gemini CLI', GEMINI_CLI],
  ['opencode', OPENCODE],
];
