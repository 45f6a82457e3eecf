import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { echoedTexts, formattedText } from '../../programs/printed-text.ts';
import { FILE_MAKERS, isCounting, printedWords } from '../../programs/printed-words.ts';
import { isInfluential } from '../../programs/sensitive-variables.ts';
import type { AssignmentNode, Word } from '../parse/parse-command-line.ts';
import { isReplaced } from '../parse/read-word.ts';
import { DOLLAR } from './code-check.ts';
import type { Interpreter } from './interpreter.ts';
import type { State } from './state.ts';
import { alternatives, exactly, isKnown, PRINTED, piecesOf, UNKNOWN, unionOf, unknownOf, type Value } from './value.ts';

/** A command with its words as far as the line shows them. `name`: null if it is unknown. */
export type Call = {
  readonly name: string | null;
  readonly items: readonly Item[];
  /** One for each item; for an assignment, its whole text. */
  readonly words: readonly Word[];
  /** One for each item. */
  readonly values: readonly Value[];
};

/** Returns its output. */
type Run = (call: Call, state: State, shell: Interpreter) => Value;

/** Everything known about a built-in. */
type Builtin = {
  readonly run: Run;
  /** Whether it evaluates text or sets important variables, so that the values of the line must be computed. */
  readonly needsValues: (items: readonly Item[], name: string) => boolean;
  /** It only evaluates numbers. */
  readonly onlyCounts: boolean;
};

type Item = Word | AssignmentNode;

const SILENT = exactly('');

/** Changes the state as the command would, and returns its output. */
export function runBuiltin(call: Call, state: State, shell: Interpreter): Value {
  if (call.name === null) state.trustsAssignments = false;
  const run = BUILTINS.get(call.name ?? '')?.run ?? program;
  return run(call, state, shell);
}

export function evaluatesWords(name: string, items: readonly Item[]): boolean {
  return BUILTINS.get(name)?.needsValues(items, name) === true;
}

export function onlyCounts(name: string): boolean {
  return BUILTINS.get(name)?.onlyCounts === true;
}

const never = () => false;
const always = () => true;
const namesVariables = (items: readonly Item[]) => !items.every(isQuiet);

/** It only evaluates something for words like these, or for words that may become one. */
function spells(code: RegExp): Builtin['needsValues'] {
  return (items) => items.some((item) => item.type === 'Word' && (code.test(item.value) || isReplaced(item)));
}

/** The same for built-ins where only options, which are literal, do that. */
function spellsOption(code: RegExp): Builtin['needsValues'] {
  return (items) => items.some((item) => item.type === 'Word' && code.test(item.value));
}

const ELEMENT_OR_SUM = /[[=]|\+\+|--/;

/** One row for all built-ins that work alike. */
function rows(names: string, run: Run, needsValues: Builtin['needsValues'], counts = false) {
  return names.split(' ').map((name): [string, Builtin] => [name, { run, needsValues, onlyCounts: counts }]);
}

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...rows(': true false', () => SILENT, never),
  ...rows('echo', ({ values }, _, shell) => printed(values, shell, (texts) => echoedTexts(texts)), never),
  ...rows('printf print', printf, (items) => items.some(fillsOrCounts)),
  ...rows('setopt', setopt, always),
  ...rows('cat', (call, state, shell) => (call.items.length === 0 ? state.input : program(call, state, shell)), never),
  ...rows('read', reading(/^-[A-Za-z]*[dinNptu]$/, 'REPLY'), (items) =>
    namesVariables(items.filter(({ text }) => text !== '-n')),
  ),
  ...rows('getln', reading(/^-[A-Za-z]*[dinNptu]$/, 'REPLY'), always),
  ...rows('mapfile readarray', reading(/^-[A-Za-z]*[dnOsuCc]$/, 'MAPFILE'), namesVariables),
  ...rows('getopts', getopts, namesVariables),
  ...rows('declare typeset local export readonly', declare, namesVariables),
  ...rows('private integer float', declare, always),
  ...rows('let', evaluating(always), always, true),
  ...rows('test [', evaluating(comparesNumbers), spellsOption(/^-(?:[vtR]|eq|ne|lt|le|gt|ge)$|\w\[/), true),
  ...rows('exit logout return break continue shift', evaluating(always), spells(ELEMENT_OR_SUM), true),
  ...rows('wait', waiting, always),
  ...rows('unset', unset, spells(ELEMENT_OR_SUM)),
  ...rows('set', set, spellsOption(/^[-+][A-Za-z]*[kA]|keyword|[$`]/)),
  ...rows('shopt', (call, _, shell) => keywordOption(call, shell, /(?:^|\s)keyword\b/), spells(/keyword/)),
  ...rows('eval source . trap alias enable bind', unfollowed, never),
  ...rows('command builtin exec noglob nocorrect -', another, passesOnWhatEvaluates),
]);

/** `command read x` is `read x`; `command -v x` only looks it up. */
function passesOnWhatEvaluates(items: readonly Item[], name: string): boolean {
  const at = items.findIndex(({ text }) => !text.startsWith('-'));
  const inner = items[at];
  if (inner === undefined) return items.some(({ text }) => text === '--');
  if (inner.type !== 'Word' || isReplaced(inner)) return true;
  const isLookedUp = name === 'command' && items.slice(0, at).some(({ text }) => /[vV]/.test(text));
  return !isLookedUp && evaluatesWords(inner.value, items.slice(at + 1));
}

/** `printf -v name`, which comes before the format; in zsh `%d` evaluates its argument. */
function fillsOrCounts(item: Item, at: number): boolean {
  if (item.type !== 'Word') return false;
  return (
    item.value.startsWith('-') || (at === 0 && (isReplaced(item) || /%[^%a-zA-Z]*[diouxXeEfFgGc*]/.test(item.value)))
  );
}

/** A variable that means nothing to a shell or a program, with a text value; or an option that leaves it like that. */
function isQuiet(item: Item): boolean {
  if (item.type === 'Assignment') return item.index === undefined && item.value.type === 'Word' && isOrdinary(item);
  const { value, text } = item;
  if (isReplaced(item)) return false;
  return value.split(' ').every((part) => QUIET_WORD.test(part) || isOrdinary({ name: part, text }));
}

/** Options, the delimiter of `read -d`, the letters of `getopts`. */
const QUIET_WORD = /^(?:-[dgprstux]+|[^\w[]*|\w+[?:.!]|\d+|[a-z:]*:[a-z:]*)$/;

function isOrdinary({ name, text }: { readonly name: string; readonly text: string }): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !isInfluential({ name, text }) && !evaluatesItsValue(name, undefined);
}

/** Any program may print its arguments, the names of files, and their contents. */
function program({ name, words, values }: Call, state: State, shell: Interpreter): Value {
  if (isCounting(name ?? '', words)) return UNKNOWN;
  const printed = printedWords(name ?? '', words, isReplaced);
  const pieces = new Set([...state.input.pieces, ...shell.fileNames, ...shell.fileContents]);
  for (const [index, value] of values.entries()) {
    const read = printed.words.get(words[index] as Word);
    if (read !== undefined) for (const piece of value.pieces) pieces.add(PRINTED + read(piece));
  }
  if (printed.listsVariables) for (const piece of piecesOf([...state.variables.values()])) pieces.add(piece);
  if (FILE_MAKERS.has(name ?? '')) shell.fileNames = unionOf(shell.fileNames, piecesOf(values));
  return unknownOf(pieces);
}

function printed(
  values: readonly Value[],
  shell: Interpreter,
  print: (texts: readonly string[]) => readonly string[],
): Value {
  const pieces = piecesOf(values);
  if (!values.every(isKnown)) return unknownOf(pieces);
  let ways: (readonly string[])[] = [[]];
  for (const value of values) {
    ways = ways.flatMap((way) => value.texts.map((text) => [...way, text]));
    if (ways.length > 1024 || !shell.spend(ways.length)) return { ...unknownOf(pieces), isCut: true };
  }
  const texts = ways.flatMap(print);
  return {
    texts,
    isOpen: values.some(({ isOpen }) => isOpen),
    isExact: values.every(({ isExact }) => isExact) && texts.length > 0,
    pieces,
    isCut: texts.length < ways.length,
  };
}

function printf(call: Call, state: State, shell: Interpreter): Value {
  const { values } = call;
  const options = values[0] === undefined ? [''] : alternatives(values[0]).flatMap((text) => text.split(' '));
  const option = options.map((text) => /^-v(.*)$/s.exec(text)).find((found) => found !== null);
  const format = (texts: readonly string[]): readonly string[] => {
    const text = formattedText(texts);
    return text === null ? [] : [text];
  };
  if (option === undefined || option === null) {
    if (
      values[0] !== undefined &&
      !isKnown(values[0]) &&
      isReplaced(call.words[0] as Word) &&
      /\$\{?[@*]/.test(call.words[0]?.text ?? '')
    )
      unclear(call, shell);
    // In zsh a number is arithmetic: `printf %d x`.
    if (shell.shell === 'zsh') for (const value of values.slice(1)) shell.code.evaluate(value, state);
    return printed(values[0]?.texts[0] === '--' ? values.slice(1) : values, shell, format);
  }
  const attached = option[1] as string;
  const names = attached !== '' ? [attached] : options.length > 1 ? options.slice(1) : namesIn(values[1], call, shell);
  const rest = values.slice(attached !== '' || options.length > 1 ? 1 : 2);
  const text = printed(rest, shell, format);
  if (text.isCut === true) shell.giveUp();
  fill(names, { ...text, isOpen: true }, call, state, shell);
  for (const word of call.words)
    if (/\w\[/.test(word.value)) shell.evaluate({ text: word.value.replace(/^-v/, ''), parts: undefined }, state);
  return SILENT;
}

function reading(takesOperand: RegExp, otherwise: string): Run {
  return (call, state, shell) => {
    const names: string[] = [];
    for (const [index, value] of call.values.entries()) {
      const word = call.words[index] as Word;
      const isOneOperand = /^\$?["'][^@]*$/s.test(word.text) && takesOperand.test(call.words[index - 1]?.text ?? '');
      if (isOneOperand && !word.value.includes('[')) continue;
      names.push(...namesIn(value, call, shell));
      if (word.value.includes('[')) shell.evaluate(word, state);
    }
    fill([...names, otherwise], unknownOf(state.input.pieces), call, state, shell);
    return SILENT;
  };
}

function getopts(call: Call, state: State, shell: Interpreter): Value {
  const first = call.words[0]?.text === '--' ? 2 : 1;
  if (call.words[first]?.value.includes('[') === true) shell.code.evaluate(call.values[first] as Value, state);
  fill(namesIn(call.values[first], call, shell), unknownOf(state.valueOf('@').pieces), call, state, shell);
  shell.assign('OPTARG', unknownOf(state.valueOf('@').pieces), { isSure: false }, state);
  return SILENT;
}

function namesIn(value: Value | undefined, call: Call, shell: Interpreter): readonly string[] {
  if (value === undefined) return [];
  if (!isKnown(value)) unclear(call, shell);
  const names = value.texts.flatMap((text) => text.split(' ')).map((text) => text.replace(/^-[A-Za-z]*?[aA](?=.)/, ''));
  return names.filter((text) => /^[A-Za-z_]\w*(?:\[.*\])?$/s.test(text));
}

function unclear({ name }: Call, shell: Interpreter): void {
  shell.problems.add(`it is unclear which variables \`${name}\` fills`);
}

function fill(names: readonly string[], value: Value, call: Call, state: State, shell: Interpreter): void {
  for (const target of names) {
    const name = target.replace(/\[[\s\S]*/, '');
    if (shell.code.isInteger(name)) shell.code.evaluate(value, state);
    shell.assign(name, value, { isSure: false }, state);
    if (name !== 'REPLY' && name !== 'MAPFILE') shell.addAssignment(name, `${target}=…`);
    if (call.name !== 'read') state.arrays.add(name);
  }
}

function evaluating(isCode: (call: Call) => boolean): Run {
  return (call, state, shell) => {
    for (const [index, value] of call.values.entries()) {
      const word = call.words[index] as Word;
      if (
        isCode(call) &&
        word.text !== '--' &&
        (isReplaced(word) || /\[|=|\+\+|--/.test(word.value) || call.name === 'let')
      )
        shell.code.evaluate(value, state);
    }
    return SILENT;
  };
}

function waiting(call: Call, state: State, shell: Interpreter): Value {
  for (const [index, { value }] of call.words.entries()) {
    const [, attached] = /^-[fn]*p(.*)$/s.exec(value) ?? [];
    if (attached === undefined) continue;
    fill(attached === '' ? namesIn(call.values[index + 1], call, shell) : [attached], UNKNOWN, call, state, shell);
  }
  return evaluatingElements(call, state, shell);
}

const evaluatingElements = evaluating(({ words }) =>
  words.some((word) => word.value.includes('[') || isReplaced(word)),
);

function comparesNumbers({ words }: Call): boolean {
  return words.some(({ value }) => /^-(?:[vtR]|eq|ne|lt|le|gt|ge)$/.test(value));
}

function unset(call: Call, state: State, shell: Interpreter): Value {
  for (const { value } of call.words) if (/^\w+$/.test(value)) state.assign(value, UNKNOWN, { isSure: false });
  return evaluatingElements(call, state, shell);
}

function set(call: Call, state: State, shell: Interpreter): Value {
  keywordOption(call, shell, /(?:^|\s)(?:-[A-Za-z]*k|keyword\b)/);
  const first = call.words.findIndex(({ text }) => !/^[-+](?!-$)./.test(text) && !OPTION_NAME.test(text));
  if (first === -1) return SILENT;
  // `set -A name …` of zsh and ksh.
  if (/^[-+][A-Za-z]*A$/.test(call.words[first - 1]?.text ?? '')) {
    const names = namesIn(call.values[first], call, shell);
    fill(names, unknownOf(piecesOf(call.values.slice(first + 1))), call, state, shell);
    for (const name of names) shell.addAssignment(name, `${name}=(…)`);
    return SILENT;
  }
  const isMarked = call.words[first]?.text === '--' || call.words[first]?.text === '-';
  state.arguments = call.values.slice(isMarked ? first + 1 : first);
  return SILENT;
}

const OPTION_NAME = /^(?:allexport|errexit|errtrace|functrace|noclobber|noglob|nounset|pipefail|verbose|xtrace)$/;

/** After `set -k`, a word that looks like an assignment is one in any position. */
function keywordOption({ values, words }: Call, shell: Interpreter, option: RegExp): Value {
  const end = words.findIndex(({ text }) => text === '--');
  const looked = end === -1 ? values : values.slice(0, end);
  if (looked.some(({ texts }) => texts.some((text) => option.test(text))))
    shell.problems.add('arguments that look like assignments become some');
  return SILENT;
}

/** `setopt globsubst` and the like: from here on values are expanded again. */
function setopt({ values }: Call, _state: State, shell: Interpreter): Value {
  const texts = values.flatMap((value) => [...(value.isExact ? value.texts : value.pieces)]);
  if (texts.some((text) => /subst|ksh|sh_?file|rc_?expand/i.test(text.replaceAll('_', ''))))
    shell.problems.add('an option of zsh has values expanded again');
  return SILENT;
}

function unfollowed(call: Call, state: State, shell: Interpreter): Value {
  state.trustsAssignments = false;
  return program(call, state, shell);
}

/** `command read x` is `read x`; `command -v read` only looks it up. */
function another(call: Call, state: State, shell: Interpreter): Value {
  const first = call.words.findIndex(({ text }) => !text.startsWith('-') || text === '--');
  const options = call.words.slice(0, first === -1 ? undefined : first);
  if (first === -1 || (call.name === 'command' && options.some(({ text }) => /[vV]/.test(text))))
    return program(call, state, shell);
  const start = call.words[first]?.text === '--' ? first + 1 : first;
  const { texts = [], isExact = false } = call.values[start] ?? {};
  const [name = ''] = texts;
  const isOneWord = isExact && texts.length === 1 && !name.includes(' ');
  return runBuiltin(
    {
      name: isOneWord ? name : null,
      items: call.items.slice(start + 1),
      words: call.words.slice(start + 1),
      values: call.values.slice(start + 1),
    },
    state,
    shell,
  );
}

/** `declare -i n=x`, `export "x=$y"`, `declare -n r=x` */
function declare(call: Call, state: State, shell: Interpreter): Value {
  const texts = call.values.flatMap(({ texts }, index) => (call.items[index]?.type === 'Word' ? texts : []));
  const options = texts
    .flatMap((text) => text.split(' '))
    .filter((text) => /^-[A-Za-z]/.test(text))
    .join('');
  const [isInteger, isArray, isReference] = [
    /[iEF]/.test(options) || call.name === 'integer' || call.name === 'float',
    /[aA]/.test(options),
    options.includes('n') && call.name !== 'export',
  ];
  if (call.name === 'readonly' || options !== '' || /\+/.test(texts.join(' '))) state.trustsAssignments = false;
  for (const [index, item] of call.items.entries()) {
    const value = call.values[index] as Value;
    if (item.type === 'Assignment') declareItem(item, value);
    else declareWord(value);
  }
  return call.items.length === 0 ? program(call, state, shell) : SILENT;

  function declareItem(item: AssignmentNode, value: Value): void {
    const target = item.text.slice(0, item.value.pos - item.pos);
    const given = { ...value, texts: value.texts.map((text) => text.slice(target.length)) };
    give(item.name, given, () => shell.assignItem(item, given, true, state), item.value.type !== 'Word');
  }

  function declareWord(value: Value): void {
    if (!isKnown(value) && value.pieces.size > 0) checkArray(value);
    if ([...value.pieces].some((piece) => /^\w+\[/.test(piece))) shell.code.evaluate(value, state);
    for (const text of value.texts) {
      for (const [, each = '', rest = ''] of text.matchAll(/(?:^| )([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=(\S*)/g))
        influence(each, `${each}=${rest}`);
      const [target, name] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/s.exec(text) ?? [];
      if (name === undefined) {
        if (/^[A-Za-z_]\w*$/.test(text)) mark(text);
        continue;
      }
      const given = {
        ...value,
        texts: [text.slice(target?.length)],
        isExact: value.isExact && value.texts.length === 1,
        pieces: new Set([...value.pieces].map((piece) => piece.replace(/^[A-Za-z_]\w*\+?=/, ''))),
      };
      give(name, given, () => shell.assign(name, given, { isSure: value.texts.length === 1 }, state), false);
    }
  }

  function give(name: string, given: Value, assign: () => void, isList: boolean): void {
    if (isInteger || shell.code.isInteger(name)) shell.code.evaluate(given, state);
    if (isReference) refer(name, given);
    if ((isArray || state.arrays.has(name)) && !isList) checkArray(given);
    assign();
    mark(name);
    for (const text of given.texts.length === 0 ? ['…'] : given.texts)
      influence(name, `${name}=${isList ? '(' : ''}${text}`);
  }

  /** `export PATH=…` is asked about like `PATH=…`. */
  function influence(name: string, text: string): void {
    if (isInfluential({ name, text })) shell.addAssignment(name, text);
  }

  function mark(name: string): void {
    if (isInteger) state.integers.add(name);
    if (isInteger) shell.code.evaluate(state.valueOf(name), state);
    if (isArray) state.arrays.add(name);
    if (isReference && !state.references.has(name)) {
      shell.code.evaluate(state.valueOf(name), state);
      shell.problems.add('a variable stands for another, and the line does not tell for which');
    }
  }

  function refer(name: string, given: Value): void {
    shell.code.evaluate(given, state);
    const [target] = given.texts;
    state.references.set(name, given.isExact ? (target as string).replace(/\[[\s\S]*/, '') : null);
    if (!given.isExact) shell.problems.add('a variable stands for another, and the line does not tell for which');
    else shell.addAssignment((target as string).replace(/\[[\s\S]*/, ''), `${target}=…`);
  }

  /** `declare -a 'a=($(rm x))'`: a value written as an array is one, quoted or not. */
  function checkArray({ isExact, texts, pieces }: Value): void {
    const all = [...(isExact ? texts : pieces)];
    const isArray = all.some((text) => text.includes('('));
    if (isArray && all.some((text) => DOLLAR.test(text) || /[<>]\(/.test(text)))
      shell.problems.add('a quoted array is taken apart again, and may hold a substitution');
  }
}
