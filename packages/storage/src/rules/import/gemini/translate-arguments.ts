import { TOOL_PROFILES } from '@caliban/calls';
import { escapeGlob } from '@caliban/calls/globs';
import type { Action } from '@caliban/gate';
import type { Translation } from '../import-rule.ts';
import { pathGlob } from '../patterns/path-wildcard.ts';
import { commandPattern, fieldPattern, textGlob, type Wildcard, withArguments } from '../patterns/wildcard.ts';
import { type FieldWildcard, fieldWildcard, valueWildcard } from './json-arguments.ts';
import { parseRegex, type RegexNode, type RegexSequence } from './parse-regex.ts';
import { type RegexReading, type RegexWildcards, regexWildcards, withoutEnds } from './regex-wildcards.ts';

/** `commandPrefix`: the command starts with these words. */
export function commandPrefixes(prefixes: readonly string[]): Translation {
  return {
    kind: 'exact',
    patterns: prefixes.flatMap((prefix) => {
      const command = escapeGlob(prefix);
      return (/\s$/.test(prefix) ? [`${command.trimEnd()} *`] : withArguments(command)).map(commandPattern);
    }),
  };
}

/** `commandRegex`: a regex anchored at the start of the command, and open at its end. */
export function commandRegex(text: string, action: Action): Translation {
  const options = parseRegex(text);
  const anchored = options?.some((option) => option.some(({ kind }) => kind === 'start')) ?? false;
  const never = '`^` is the start of all arguments there, so the rule never matches in Gemini CLI';
  if (anchored && action === 'allow') return { kind: 'none', why: never };
  const read = readWildcards(options?.map((option, index) => held(option, index, action)) ?? null, action);
  const values = read?.wildcards.map(valueWildcard);
  const translation = rated(['Bash'], read, values, ({ value }) => [commandPattern(textGlob(value))], action);
  return anchored && translation.kind === 'exact' ? { ...translation, kind: 'broader', why: never } : translation;
}

/** Only the first alternative is anchored at the start of the command; for the others a deny or ask must search everywhere. */
function held(option: RegexSequence, index: number, action: Action): RegexSequence {
  if (option[0]?.kind === 'start') return option.slice(1);
  return index === 0 || action === 'allow' ? option : [ANYTHING, ...option];
}

const ANYTHING: RegexNode = { kind: 'repeat', of: { kind: 'any' }, least: 0, most: Number.POSITIVE_INFINITY };

/** `argsPattern`: a regex over the arguments as JSON. */
export function argsPattern(tools: readonly string[], text: string, action: Action): Translation {
  const read = readWildcards(parseRegex(text), action);
  const fields = read?.wildcards.map(fieldWildcard);
  if (fields?.includes(null) && action !== 'allow' && tools.every((tool) => tool === 'Bash')) {
    const patterns = read?.wildcards.map((wildcard) => anywhereIn(withoutEnds(wildcard))) ?? [];
    return { kind: 'broader', patterns, why: 'it looks at all arguments of the command, and caliban at its text' };
  }
  return rated(tools, read, fields, (field) => tools.flatMap((tool) => fieldPatterns(tool, field, action)), action);
}

function readWildcards(options: readonly RegexSequence[] | null, action: Action): RegexWildcards | null {
  const reading: RegexReading = action === 'allow' ? 'within' : 'covering';
  return options === null ? null : regexWildcards(options, reading);
}

/** How exactly the wildcards express the regex. */
function rated<Value extends { readonly exact: boolean }>(
  tools: readonly string[],
  read: RegexWildcards | null,
  values: readonly (Value | null)[] | undefined,
  patternsOf: (value: Value) => readonly string[],
  action: Action,
): Translation {
  const why = 'its regular expression has no equal among globs';
  const known = values?.filter((value) => value !== null) ?? [];
  if (read === null || known.length === 0 || (action !== 'allow' && known.length < (values?.length ?? 0))) {
    return { kind: 'tools-only', tools, why };
  }
  if (action === 'allow') {
    const sure = known.filter(({ exact }) => exact);
    const patterns = sure.flatMap(patternsOf);
    if (sure.length === 0) return { kind: 'tools-only', tools, why };
    return read.exact && sure.length === values?.length
      ? { kind: 'exact', patterns }
      : { kind: 'narrower', patterns, why };
  }
  const patterns = known.flatMap(patternsOf);
  return read.exact && known.every(({ exact }) => exact)
    ? { kind: 'exact', patterns }
    : { kind: 'broader', patterns, why };
}

const PATH_FIELDS: ReadonlySet<string> = new Set(['file_path', 'absolute_path', 'dir_path', 'path']);

function fieldPatterns(tool: string, { key, value }: FieldWildcard, action: Action): readonly string[] {
  const argument = TOOL_PROFILES.get(tool)?.argument;
  if (argument?.kind === 'command' && key === 'command') return [commandPattern(textGlob(value))];
  if (argument?.kind === 'path' && PATH_FIELDS.has(key)) {
    return [`${tool}:${pathGlob(value, { runsFrom: action === 'allow' ? 'workspace' : 'root' })}`];
  }
  return [fieldPattern(tool, key, textGlob(value))];
}

function anywhereIn(wildcard: Wildcard): string {
  const glob = textGlob(wildcard).replace(/^\*|\*$/g, '');
  return glob === '' ? 'Bash' : `Bash:~${glob}`;
}
