/** Emulation of Gemini CLI's policy engine, from its documentation: the matching rule of the highest priority decides. */
import { type Call, escapeRegExp, type Said } from './decisions.ts';

export type GeminiRule = {
  readonly toolName: string;
  readonly commandPrefix?: string;
  readonly commandRegex?: string;
  readonly argsPattern?: string;
  readonly decision: 'allow' | 'deny' | 'ask_user';
  readonly priority: number;
};

export function geminiSays(rules: readonly GeminiRule[], call: Call): Said {
  const asked = geminiCall(call);
  const sorted = [...rules].sort((one, other) => other.priority - one.priority);
  const decisive = sorted.find((rule) => nameMatches(rule.toolName, asked.name) && argumentsMatch(rule, asked.json));
  if (decisive === undefined) return null;
  return decisive.decision === 'ask_user' ? 'ask' : decisive.decision;
}

const NAMES: Readonly<Record<string, string>> = {
  Bash: 'run_shell_command',
  Write: 'write_file',
  Read: 'read_file',
  Edit: 'replace',
};

/** The call as Gemini CLI would see it, its arguments as JSON with sorted keys. */
function geminiCall({ tool, input }: Call): { name: string; json: string } {
  const { path, ...rest } = input;
  const json = JSON.stringify(path === undefined ? rest : { file_path: path, ...rest });
  return { name: NAMES[tool] ?? tool.replace(/^mcp__(.+?)__/, 'mcp_$1_'), json };
}

function nameMatches(rule: string, name: string): boolean {
  return rule === '*' || rule === name || (rule.endsWith('_*') && name.startsWith(rule.slice(0, -1)));
}

/** A prefix ends with a word; an expression starts where the command starts. */
function argumentsMatch({ commandPrefix, commandRegex, argsPattern }: GeminiRule, json: string): boolean {
  const expression =
    commandPrefix !== undefined
      ? `"command":"${escapeRegExp(JSON.stringify(commandPrefix).slice(1, -1))}[\\s"]`
      : commandRegex !== undefined
        ? `"command":"${commandRegex}`
        : argsPattern;
  return expression === undefined || new RegExp(expression).test(json);
}

/** As the rules stand in a file. */
export function geminiFile(rules: readonly GeminiRule[]): string {
  return rules
    .map(
      (rule) =>
        `[[rule]]\n${Object.entries(rule)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
          .join('')}`,
    )
    .join('\n');
}
