import { parseArgs } from 'node:util';
import type { Action } from '@caliban/gate';

/** What was typed cannot be meant; the message says what to type. */
export class UsageError extends Error {}

/** Raw flags of the judging commands; nothing here has a meaning yet. */
export type JudgeFlags = {
  readonly positionals: readonly string[];
  /** `--allow`, `--deny` and `--ask` in the order in which they stand on the command line. */
  readonly rules: readonly { readonly action: Action; readonly pattern: string }[];
  readonly mode: string | undefined;
  readonly workspace: string | undefined;
  readonly batch: string | undefined;
  readonly defaults: boolean;
  readonly json: boolean;
  readonly help: boolean;
};

export function readJudgeFlags(argv: readonly string[]): JudgeFlags {
  const { values, positionals, tokens } = parse(argv);
  return {
    positionals,
    rules: tokens.flatMap((token) =>
      token.kind === 'option' && isAction(token.name) ? [{ action: token.name, pattern: token.value ?? '' }] : [],
    ),
    mode: values.mode,
    workspace: values.workspace,
    batch: values.batch,
    defaults: values['no-defaults'] !== true,
    json: values.json === true,
    help: values.help === true,
  };
}

const OPTIONS = {
  allow: { type: 'string', multiple: true },
  deny: { type: 'string', multiple: true },
  ask: { type: 'string', multiple: true },
  mode: { type: 'string' },
  workspace: { type: 'string' },
  batch: { type: 'string' },
  'no-defaults': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function isAction(name: string): name is Action {
  return name === 'allow' || name === 'deny' || name === 'ask';
}
