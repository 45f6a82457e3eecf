import { parseArgs } from 'node:util';
import { didYouMean } from '@caliban/calls/text';
import type { Action } from '@caliban/gate';
import { isAction } from '@caliban/gate/types';
import type { Command } from './command.ts';
import { FLAGS, type Flag, type FlagName } from './flags.ts';
import { UsageError } from './problems.ts';

/** Parsed flags and operands, not interpreted yet; every flag is one the command knows. */
export type Args = {
  readonly operands: readonly string[];
  /** `--allow`, `--deny` and `--ask` in command-line order. */
  readonly rules: readonly { readonly action: Action; readonly pattern: string }[];
  readonly text: (flag: FlagName) => string | undefined;
  /** Every value of a repeatable flag. */
  readonly texts: (flag: FlagName) => readonly string[];
  readonly isSet: (flag: FlagName) => boolean;
};

export function readArgs(command: Command, argv: readonly string[]): Args {
  const known: Readonly<Record<string, Flag>> = { ...command.flags, help: FLAGS.help };
  const { values, tokens } = parse(argv, known, command.alone ?? []);
  for (const token of tokens) if (token.kind === 'option') checkChoice(token, known[token.name]);
  const place = beforePattern(tokens);
  return {
    operands: tokens.flatMap((token) =>
      token.kind === 'positional' && token.index !== place?.index ? [token.value] : [],
    ),
    rules: tokens.flatMap((token) =>
      token.kind === 'option' && isAction(token.name) ? [{ action: token.name, pattern: token.value ?? '' }] : [],
    ),
    text(flag) {
      if (flag === 'at' && place !== undefined) return `before ${place.value}`;
      const value = values[flag];
      return Array.isArray(value) ? value.at(-1)?.toString() : typeof value === 'string' ? value : undefined;
    },
    texts: (flag) => [values[flag] ?? []].flat().map(String),
    isSet: (flag) => values[flag] !== undefined,
  };
}

type Parsed = ReturnType<typeof parse>;
type Token = Parsed['tokens'][number];

function parse(argv: readonly string[], known: Readonly<Record<string, Flag>>, alone: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value, short, repeatable }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: repeatable === true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    return parseArgs({
      args: argv.map((word) => ourSpelling(word, known)),
      options,
      allowPositionals: true,
      tokens: true,
    });
  } catch (error) {
    throw new UsageError(parseProblem(error, argv, [...Object.keys(known), ...alone]));
  }
}

function ourSpelling(word: string, known: Readonly<Record<string, Flag>>): string {
  const [name = '', ...value] = word.split('=');
  const ours = Object.entries(known).find(([, { also }]) => also !== undefined && name === `--${also}`)?.[0];
  return ours === undefined ? word : [`--${ours}`, ...value].join('=');
}

function parseProblem(error: unknown, argv: readonly string[], known: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, missing, ambiguous] =
    /(--[\w-]+) <value>' argument missing|(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
  if (missing !== undefined) return `${missing} needs a value`;
  if (ambiguous !== undefined) return `the value of ${ambiguous} begins with a dash; write ${ambiguous}=VALUE`;
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return message.replace(/^Option /, '');
  const unknown = /'(-[^']*)'/.exec(message)?.[1] ?? argv[0] ?? '';
  const near = didYouMean(
    unknown,
    known.map((name) => `--${name}`),
  );
  return `there is no flag \`${unknown}\` here${near}; --help lists them`;
}

function checkChoice(token: Extract<Token, { kind: 'option' }>, flag: Flag | undefined): void {
  const { choices, meant = {} } = flag ?? {};
  if (choices === undefined || token.value === undefined || choices.includes(token.value)) return;
  const word = meant[token.value.toLowerCase()];
  const near =
    word !== undefined && choices.includes(word) ? ` (did you mean \`${word}\`?)` : didYouMean(token.value, choices);
  throw new UsageError(`${token.rawName} \`${token.value}\` is unknown${near}; it takes ${choices.join(', ')}`);
}

/** `--at before PATTERN` is three words. */
function beforePattern(tokens: readonly Token[]): Extract<Token, { kind: 'positional' }> | undefined {
  const at = tokens.findIndex((token) => token.kind === 'option' && token.name === 'at' && token.value === 'before');
  const next = at === -1 ? undefined : tokens[at + 1];
  return next?.kind === 'positional' ? next : undefined;
}

/** For commands that accept only flags. */
export function refuseOperands({ operands: [first] }: Args): void {
  if (first !== undefined) throw new UsageError(`\`${first}\` is one argument too many; --help lists what there is`);
}
