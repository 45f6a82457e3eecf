import { programName } from './program-name.ts';
import { SHELLS } from './shells.ts';
import { PARTLY_WRAPPER_ROWS, WRAPPER_ROWS, type Wrapper } from './wrapper-table.ts';

/** What a command runs in turn: the words of a command, or code for a shell. */
export type Inner<W> =
  /** `isGivenMore`: it gets more words than are written. */
  | { readonly kind: 'words'; readonly words: readonly W[]; readonly isGivenMore: boolean }
  /** `given`: the code's `$0`, `$1` and so on. */
  | { readonly kind: 'code'; readonly code: string; readonly given: readonly string[] };

/**
 * The commands that a command runs by its own words: `sudo rm x` runs `rm x`, `sh -c 'rm x'` the code `rm x`. One step: to look
 * through `sudo env rm x`, call it again. `texts`: the words after quote removal.
 */
export function innerCommands<W>(words: readonly W[], texts: readonly string[]): readonly Inner<W>[] {
  const [first] = texts;
  if (first === undefined) return [];
  const program = programName(first);
  const shell = SHELLS.test(program) && program !== 'busybox' ? shellCode(texts) : [];
  if (shell.length > 0) return shell;
  const wrapper = WRAPPERS.get(program);
  return wrapper === undefined ? [] : wrapper.flatMap((each) => innerOf(each, words, texts));
}

/** Whether the command takes code from standard input: `bash`, `sh -s`, `sudo sh`, `at now`. */
export function readsCode(texts: readonly string[], depth = 0): boolean {
  const [name = '', ...args] = texts;
  const program = programName(name);
  if (program === 'at' || program === 'batch') return true;
  if (!SHELLS.test(program) || program === 'busybox') return depth < MAX_DEPTH && runsReader(program, texts, depth + 1);
  if (args.some((word) => SHELL_CODE.test(word))) return false;
  const script = texts[shellOperandAt(texts, 1)];
  return script === undefined || script === '/dev/stdin' || args.some((word) => /^-[a-z]*s/.test(word));
}

const MAX_DEPTH = 8;

function runsReader(program: string, texts: readonly string[], depth: number): boolean {
  const inner = innerCommands(texts, texts);
  if (inner.length > 0)
    return inner.some((each) => each.kind === 'words' && !each.isGivenMore && readsCode(each.words, depth));
  if (program === 'su') return true;
  if (program === 'parallel') return texts.slice(1).every((text) => text.startsWith('-'));
  return /^(?:sudo|doas)$/.test(program) && texts.some((text) => /^(?:-[a-zA-Z]*[si]|--shell|--login)$/.test(text));
}

const SHELL_CODE = /^[-+][A-Za-z]*c[A-Za-z]*$/;

/** The first operand is the code if any option contains `c`: `bash -c -e 'rm x'`. */
function shellCode(texts: readonly string[]): readonly Inner<never>[] {
  const option = texts.findIndex((text, at) => at > 0 && SHELL_CODE.test(text));
  return option === -1 ? [] : codeAt(texts, shellOperandAt(texts, option));
}

/** `-o pipefail` and `-euo pipefail` take the next word. */
function shellOperandAt(texts: readonly string[], from: number): number {
  for (let at = from; at < texts.length; at++) {
    const text = texts[at] as string;
    if (/^[-+][A-Za-z]*[oO]$|^--(?:rcfile|init-file)$/.test(text)) at++;
    else if (!/^[-+]/.test(text)) return at;
  }
  return texts.length;
}

/** Facts about each program that runs another. */
export const WRAPPERS: ReadonlyMap<string, readonly Wrapper[]> = byName();

function byName(): Map<string, Wrapper[]> {
  const table = new Map<string, Wrapper[]>();
  for (const [names, wrapper] of [...WRAPPER_ROWS, ...PARTLY_WRAPPER_ROWS]) {
    for (const name of names.split(' ')) table.set(name, [...(table.get(name) ?? []), wrapper]);
  }
  return table;
}

function innerOf<W>(wrapper: Wrapper, words: readonly W[], texts: readonly string[]): readonly Inner<W>[] {
  const { code, behind, until, adds: isGivenMore = false } = wrapper;
  const from = ownWordsAt(wrapper, texts);
  if (from === -1) return [];
  if (behind !== undefined)
    return executedBehind(behind, words, texts).map((run) => ({ kind: 'words', words: run, isGivenMore }));
  const start = programAt(wrapper, texts, from);
  if (code !== undefined && code !== 'operands')
    return optionCode(wrapper, code, wrapper.isRunner ? texts.slice(0, start + 1) : texts);
  if (start === texts.length) return [];
  if (code === 'operands') return codeInner(texts.slice(start).join(' '));
  const end = until === undefined ? -1 : texts.findIndex((text, at) => at >= start && until.test(text));
  // `parallel 'rm {}'`: a shell parses a line in one word.
  const isLine = /\s/.test(texts[start] as string);
  if (isLine) return codeInner(texts.slice(start, end === -1 ? undefined : end).join(' '));
  const inner = words.slice(start, end === -1 ? undefined : end);
  const given = end === -1 ? [] : words.slice(end + 1);
  return inner.length === 0 ? [] : [{ kind: 'words', words: [...inner, ...given], isGivenMore }];
}

/** After the subcommand; -1 for another subcommand. */
function ownWordsAt({ subcommand, values = [] }: Wrapper, texts: readonly string[]): number {
  if (subcommand === undefined) return 1;
  const names = subcommand.split(' ');
  let at = 1;
  while (texts[at] !== names[0] && texts[at]?.startsWith('-')) at += values.includes(texts[at] as string) ? 2 : 1;
  return names.every((name, index) => texts[at + index] === name) ? at + names.length : -1;
}

/** After the wrapper's own options, assignments and operands. */
function programAt(
  { values = [], operands = 0, code, isRunner }: Wrapper,
  texts: readonly string[],
  from: number,
): number {
  let left = operands;
  for (let at = from; at < texts.length; at++) {
    const text = texts[at] as string;
    if (values.includes(text)) at++;
    else if (text === '--') continue;
    else if (text.startsWith('-') && text.length > 1) continue;
    else if (code !== 'operands' && ASSIGNMENT.test(text)) continue;
    else if (at > from && isOptionValue(text, texts[at - 1] as string, isRunner === true)) continue;
    else if (left-- <= 0) return at;
  }
  return texts.length;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** An expansion after an option is more likely its value than a program; few options of a plain wrapper take one. */
function isOptionValue(text: string, before: string, isRunner: boolean): boolean {
  return /[$`]/.test(text) && (isRunner ? /^--?[^-]/ : /^--[^-]/).test(before) && !before.includes('=');
}

function codeInner(code: string, given: readonly string[] = []): readonly Inner<never>[] {
  return code === '' ? [] : [{ kind: 'code', code, given }];
}

function codeAt(texts: readonly string[], at: number): readonly Inner<never>[] {
  return codeInner(texts[at] ?? '', texts.slice(at + 1));
}

/** The code in each such word, or in the word after it. */
function optionCode({ joins }: Wrapper, option: RegExp, texts: readonly string[]): readonly Inner<never>[] {
  const found: Inner<never>[] = [];
  for (let at = 1; at < texts.length; at++) {
    const match = option.exec(texts[at] as string);
    if (match === null) continue;
    const attached = match[1] ?? '';
    const behind = texts.slice(at + 1);
    if (joins) return codeInner([attached, ...behind].join(' ').trimStart());
    found.push(...codeInner(attached === '' ? (behind[0] ?? '') : attached));
    if (attached === '') at++;
  }
  return found;
}

/** `-exec … ;`, as often as it occurs. */
function executedBehind<W>(option: RegExp, words: readonly W[], texts: readonly string[]): (readonly W[])[] {
  const found: (readonly W[])[] = [];
  for (let at = 1; at < texts.length; at++) {
    if (!option.test(texts[at] as string)) continue;
    const start = ++at;
    while (at < texts.length && texts[at] !== ';' && texts[at] !== '\\;' && texts[at] !== '+') at++;
    if (at > start) found.push(words.slice(start, at));
  }
  return found;
}
