import type { Action } from '@caliban/gate';
import { type JudgeFlags, UsageError } from './args.ts';
import { judgeRequest } from './judge-request.ts';
import { type VerdictJson, verdictJson } from './output/verdict-json.ts';
import { orderedRules, type WrittenRule } from './rules.ts';
import { surroundingsAt } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export type BatchAnswer = ({ readonly id?: unknown } & VerdictJson) | { readonly id?: unknown; readonly error: string };

/** One line in, one line out: what cannot be judged says why and stops nothing. */
export async function judgeBatchLine(line: string, flags: JudgeFlags, terminal: Terminal): Promise<BatchAnswer> {
  let named: { readonly id?: unknown } = {};
  try {
    const asked = readObject(line);
    if ('id' in asked) named = { id: asked.id };
    const given = readRules(asked.rules);
    const { verdict } = await judgeRequest({
      request: { tool: readText(asked, 'tool') ?? missing('tool'), input: asked.input },
      rules: orderedRules(flags.rules, { given, defaults: flags.defaults }),
      surroundings: surroundingsAt(
        readText(asked, 'cwd') ?? terminal.cwd,
        readText(asked, 'workspace') ?? flags.workspace,
      ),
      mode: readText(asked, 'mode') ?? flags.mode,
    });
    return { ...named, ...verdictJson(verdict, flags) };
  } catch (error) {
    return { ...named, error: error instanceof Error ? error.message : String(error) };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readObject(line: string): Fields {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('the line is no JSON object');
  return value as Fields;
}

function readText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === 'string') return value;
  throw new UsageError(`\`${key}\` must be a string`);
}

function missing(key: string): never {
  throw new UsageError(`\`${key}\` is missing`);
}

function readRules(value: unknown): readonly WrittenRule[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new UsageError('`rules` must be an array');
  return value.map((rule: unknown, index) => {
    const { pattern, action, reason } = (rule ?? {}) as Fields;
    if (typeof pattern !== 'string') throw new UsageError(`rules[${index}]: \`pattern\` must be a string`);
    if (!isAction(action))
      throw new UsageError(`rules[${index}]: unknown action \`${action}\`; expected allow, deny or ask`);
    return { pattern, action: action.toLowerCase() as Action, ...(typeof reason === 'string' ? { reason } : {}) };
  });
}

function isAction(value: unknown): value is string {
  return typeof value === 'string' && ['allow', 'deny', 'ask'].includes(value.toLowerCase());
}
