import { fileURLToPath } from 'node:url';
import type { Product } from '../../comparison/results.ts';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './agents/claude-code.ts';
import { CODEX_AGENT, CODEX_SCRIPT, codexConfiguration } from './agents/codex.ts';
import { GEMINI_CLI_AGENT, GEMINI_SETTINGS, geminiInMode } from './agents/gemini-cli.ts';
import { OPENCODE_AGENT, OPENCODE_COMMAND, opencodeFiles } from './agents/opencode.ts';
import type { OwnRules } from './put-question.ts';

const CLAUDE_CODE: OwnRules = {
  ...CLAUDE_CODE_AGENT,
  files: ({ allow, deny }) => ({
    '~/.claude/settings.json': JSON.stringify({
      permissions: {
        allow: allow === 'everything' ? ['Bash'] : allow.map((program) => `Bash(${program} *)`),
        deny: deny.map((program) => `Bash(${program} *)`),
      },
    }),
  }),
  command: () => CLAUDE_CODE_COMMAND,
};

/** Rules alone, without its sandbox. An allow of a bare `git` changes nothing in Codex, so it gets every second word of the lines. */
export const CODEX: OwnRules = {
  ...CODEX_AGENT,
  files: ({ allow, deny, lines }, origin, place) => ({
    '~/.codex/config.toml': codexConfiguration(origin, place),
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
    ...[CODEX_SCRIPT, allow === 'everything' ? 'never' : 'untrusted'],
  ],
};

const GEMINI_CLI: OwnRules = {
  ...GEMINI_CLI_AGENT,
  files: ({ allow, deny }) => ({
    '~/.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS),
    '~/.gemini/policies/rules.toml': [
      ...(allow === 'everything' ? [''] : allow.map(commandPrefix)).map((which) => geminiRule(which, 'allow', 100)),
      ...deny.map(commandPrefix).map((which) => geminiRule(which, 'deny', 200)),
    ].join('\n'),
  }),
  command: () => geminiInMode('default'),
};

function commandPrefix(program: string): string {
  return `commandPrefix = "${program}"\n`;
}

function geminiRule(which: string, decision: string, priority: number): string {
  return `[[rule]]\ntoolName = "run_shell_command"\n${which}decision = "${decision}"\npriority = ${priority}\n`;
}

/** What nothing allows is denied: after a question that nobody answers it would end the run. */
const OPENCODE: OwnRules = {
  ...OPENCODE_AGENT,
  files: ({ allow, deny }, origin) =>
    opencodeFiles(origin, {
      permission: {
        bash: Object.fromEntries([
          ['*', allow === 'everything' ? 'allow' : 'deny'],
          ...(allow === 'everything' ? [] : allow).map((program) => [`${program} *`, 'allow']),
          ...deny.map((program) => [`${program} *`, 'deny']),
        ]),
      },
    }),
  command: () => OPENCODE_COMMAND,
};

export const OWN_RULES: readonly (readonly [Product, OwnRules])[] = [
  ['Claude Code', CLAUDE_CODE],
  ['Codex', CODEX],
  ['Gemini CLI', GEMINI_CLI],
  ['opencode', OPENCODE],
];
