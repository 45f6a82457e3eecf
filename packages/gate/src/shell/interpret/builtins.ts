import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { isInfluential } from '../../programs/sensitive-variables.ts';
import { echoedTexts, formattedText } from '../../text/printed-text.ts';
import type { AssignmentNode, Word } from '../parse/parse-command-line.ts';
import { isReplaced } from '../parse/read-word.ts';
import { DOLLAR } from './code-check.ts';
import type { Interpreter } from './interpreter.ts';
import { isCounting, printedWords } from './printed-words.ts';
import type { State } from './state.ts';
import { alternatives, exactly, isTold, PRINTED, piecesOf, UNTOLD, unionOf, untold, type Value } from './value.ts';

/** A command whose words are known as far as the line tells. `name`: null where it is not. */
export type Call = {
  readonly name: string | null;
  readonly items: readonly (Word | AssignmentNode)[];
  /** One for each item; of an assignment, all that is written. */
  readonly words: readonly Word[];
  /** One for each item. */
  readonly values: readonly Value[];
};

type Builtin = (call: Call, state: State, shell: Interpreter) => Value;

const SILENT = exactly('');

/** What it does to the state; what it prints. */
export function runBuiltin(call: Call, state: State, shell: Interpreter): Value {
  if (call.name === null) state.trustsAssignments = false;
  const builtin = BUILTINS.get(call.name ?? '');
  return builtin === undefined ? program(call, state, shell) : builtin(call, state, shell);
}

/** One row each: all that is known of a built-in stands here. */
const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...[':', 'true', 'false'].map((name): [string, Builtin] => [name, () => SILENT]),
  ['echo', ({ values }, _, shell) => printed(values, shell, (texts) => echoedTexts(texts))],
  ['printf', printf],
  ['print', printf],
  ['setopt', setopt],
  ['cat', (call, state, shell) => (call.items.length === 0 ? state.input : program(call, state, shell))],
  ['read', reading(/^-[A-Za-z]*[dinNptu]$/, 'REPLY')],
  ['mapfile', reading(/^-[A-Za-z]*[dnOsuCc]$/, 'MAPFILE')],
  ['readarray', reading(/^-[A-Za-z]*[dnOsuCc]$/, 'MAPFILE')],
  ['getln', reading(/^-[A-Za-z]*[dinNptu]$/, 'REPLY')],
  ['getopts', getopts],
  ...['declare', 'typeset', 'local', 'private', 'export', 'readonly', 'integer', 'float'].map(
    (name): [string, Builtin] => [name, declare],
  ),
  ['let', evaluating(() => true)],
  ['test', evaluating(comparesNumbers)],
  ['[', evaluating(comparesNumbers)],
  ...['exit', 'logout', 'return', 'break', 'continue', 'shift'].map((name): [string, Builtin] => [
    name,
    evaluating(() => true),
  ]),
  ['wait', waiting],
  ['unset', unset],
  ['set', set],
  ['shopt', (call, _, shell) => keywordOption(call, shell, /(?:^|\s)keyword\b/)],
  ...['eval', 'source', '.', 'trap', 'alias', 'enable', 'bind'].map((name): [string, Builtin] => [name, unfollowed]),
  ...['command', 'builtin', 'exec', 'noglob', 'nocorrect', '-'].map((name): [string, Builtin] => [name, another]),
]);

/** Whether the built-in evaluates text or sets variables that matter, so that the values of the line must be worked out. */
export function evaluatesWords(name: string, items: readonly (Word | AssignmentNode)[]): boolean {
  if (!BUILTINS.has(name) || ONLY_PRINTS.has(name)) return false;
  if (PASSES_ON.has(name)) return passesOnWhatEvaluates(name, items);
  if (NAMES_VARIABLES.has(name))
    return !items.every((item) => isQuiet(item) || (name === 'read' && item.text === '-n'));
  if (name === 'printf' || name === 'print') return items.some(fillsOrCounts);
  const isCode = IF_WRITTEN.get(name);
  if (isCode === undefined) return true;
  return items.some(
    (item) => item.type === 'Word' && (isCode.test(item.value) || (!AS_WRITTEN.has(name) && isReplaced(item))),
  );
}

const PASSES_ON: ReadonlySet<string> = new Set(['command', 'builtin', 'exec', 'noglob', 'nocorrect', '-']);

/** `command read x` is `read x`; `command -v x` only looks it up. */
function passesOnWhatEvaluates(name: string, items: readonly (Word | AssignmentNode)[]): boolean {
  const at = items.findIndex(({ text }) => !text.startsWith('-'));
  const inner = items[at];
  if (inner === undefined) return items.some(({ text }) => text === '--');
  if (inner.type !== 'Word' || isReplaced(inner)) return true;
  const isLookedUp = name === 'command' && items.slice(0, at).some(({ text }) => /[vV]/.test(text));
  return !isLookedUp && evaluatesWords(inner.value, items.slice(at + 1));
}

/** Whether that is all it evaluates: numbers. */
export function onlyCounts(name: string): boolean {
  return COUNTS.has(name);
}

const COUNTS: ReadonlySet<string> = new Set([
  ...['test', '[', 'let', 'exit', 'logout', 'return', 'break', 'continue', 'shift'],
]);

/** `printf -v name`, which stands before the format; in zsh `%d` evaluates what it is given. */
function fillsOrCounts(item: Word | AssignmentNode, at: number): boolean {
  if (item.type !== 'Word') return false;
  return (
    item.value.startsWith('-') || (at === 0 && (isReplaced(item) || /%[^%a-zA-Z]*[diouxXeEfFgGc*]/.test(item.value)))
  );
}

const NAMES_VARIABLES: ReadonlySet<string> = new Set([
  ...['read', 'mapfile', 'readarray', 'getopts', 'declare', 'typeset', 'local', 'export', 'readonly'],
]);

/** A variable that means nothing to a shell or a program, with a value that is text; or an option that makes it nothing else. */
function isQuiet(item: Word | AssignmentNode): boolean {
  if (item.type === 'Assignment') return item.index === undefined && item.value.type === 'Word' && isOrdinary(item);
  const { value, text } = item;
  if (isReplaced(item)) return false;
  return value.split(' ').every((part) => QUIET_WORD.test(part) || isOrdinary({ name: part, text }));
}

/** Options, what `read -d` ends at, what `getopts` looks for. */
const QUIET_WORD = /^(?:-[dgprstux]+|[^\w[]*|\w+[?:.!]|\d+|[a-z:]*:[a-z:]*)$/;

function isOrdinary({ name, text }: { readonly name: string; readonly text: string }): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !isInfluential({ name, text }) && !evaluatesItsValue(name, undefined);
}

/** They set no variable that the line tells, and evaluate none. */
const ONLY_PRINTS: ReadonlySet<string> = new Set([
  ...[':', 'true', 'false', 'echo', 'cat', 'eval', 'source', '.', 'trap', 'alias', 'enable', 'bind'],
]);

const ELEMENT_OR_SUM = /[[=]|\+\+|--/;
/** Built-ins of everyday lines that only some words make evaluate anything. */
const IF_WRITTEN: ReadonlyMap<string, RegExp> = new Map([
  ...['exit', 'logout', 'return', 'break', 'continue', 'shift', 'unset'].map((name): [string, RegExp] => [
    name,
    ELEMENT_OR_SUM,
  ]),
  ...['test', '['].map((name): [string, RegExp] => [name, /^-(?:[vtR]|eq|ne|lt|le|gt|ge)$|\w\[/]),
  ['set', /^[-+][A-Za-z]*[kA]|keyword|[$`]/],
  ['shopt', /keyword/],
]);

/** What they do hangs on options that stand in the line. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['set', 'test', '[']);

/** Any program may print what it is given, the files there are, and what they hold. */
function program({ name, words, values, items }: Call, state: State, shell: Interpreter): Value {
  if (isCounting(name ?? '', words)) return UNTOLD;
  const read = new Map(printedWords(name ?? '', words).map((each) => [each.text as Word, each.read]));
  const pieces = new Set([...state.input.pieces, ...shell.fileNames, ...shell.fileContents]);
  for (const [index, value] of values.entries()) {
    const reader = read.get(items[index] as Word);
    if (reader !== undefined) for (const piece of value.pieces) pieces.add(PRINTED + reader(piece));
  }
  const given = new Set<unknown>(items);
  const listsVariables = [...read.keys()].some((text) => !given.has(text));
  if (listsVariables) for (const piece of piecesOf([...state.variables.values()])) pieces.add(piece);
  if (MAKERS.has(name ?? '')) shell.fileNames = unionOf(shell.fileNames, piecesOf(values));
  return untold(pieces);
}

/** They make files by the names they are given. */
const MAKERS: ReadonlySet<string> = new Set([
  ...['mkdir', 'touch', 'cp', 'mv', 'ln', 'install', 'tee', 'mkfifo', 'mknod', 'mktemp', 'dd', 'split', 'rsync'],
]);

function printed(
  values: readonly Value[],
  shell: Interpreter,
  print: (texts: readonly string[]) => readonly string[],
): Value {
  const pieces = piecesOf(values);
  if (!values.every(isTold)) return untold(pieces);
  let ways: (readonly string[])[] = [[]];
  for (const value of values) {
    ways = ways.flatMap((way) => value.texts.map((text) => [...way, text]));
    if (ways.length > 1024 || !shell.spend(ways.length)) return { ...untold(pieces), isCut: true };
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
      !isTold(values[0]) &&
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

function reading(takesOperand: RegExp, otherwise: string): Builtin {
  return (call, state, shell) => {
    const names: string[] = [];
    for (const [index, value] of call.values.entries()) {
      const word = call.words[index] as Word;
      const isOneOperand = /^\$?["'][^@]*$/s.test(word.text) && takesOperand.test(call.words[index - 1]?.text ?? '');
      if (isOneOperand && !word.value.includes('[')) continue;
      names.push(...namesIn(value, call, shell));
      if (word.value.includes('[')) shell.evaluate(word, state);
    }
    fill([...names, otherwise], untold(state.input.pieces), call, state, shell);
    return SILENT;
  };
}

function getopts(call: Call, state: State, shell: Interpreter): Value {
  const first = call.words[0]?.text === '--' ? 2 : 1;
  if (call.words[first]?.value.includes('[') === true) shell.code.evaluate(call.values[first] as Value, state);
  fill(namesIn(call.values[first], call, shell), untold(state.valueOf('@').pieces), call, state, shell);
  shell.assign('OPTARG', untold(state.valueOf('@').pieces), { isSure: false }, state);
  return SILENT;
}

function namesIn(value: Value | undefined, call: Call, shell: Interpreter): readonly string[] {
  if (value === undefined) return [];
  if (!isTold(value)) unclear(call, shell);
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

function evaluating(isCode: (call: Call) => boolean): Builtin {
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
    fill(attached === '' ? namesIn(call.values[index + 1], call, shell) : [attached], UNTOLD, call, state, shell);
  }
  return evaluating(({ words }) => words.some((word) => word.value.includes('[') || isReplaced(word)))(
    call,
    state,
    shell,
  );
}

function comparesNumbers({ words }: Call): boolean {
  return words.some(({ value }) => /^-(?:[vtR]|eq|ne|lt|le|gt|ge)$/.test(value));
}

function unset(call: Call, state: State, shell: Interpreter): Value {
  for (const { value } of call.words) if (/^\w+$/.test(value)) state.assign(value, UNTOLD, { isSure: false });
  return evaluating(({ words }) => words.some((word) => word.value.includes('[') || isReplaced(word)))(
    call,
    state,
    shell,
  );
}

function set(call: Call, state: State, shell: Interpreter): Value {
  keywordOption(call, shell, /(?:^|\s)(?:-[A-Za-z]*k|keyword\b)/);
  const first = call.words.findIndex(({ text }) => !/^[-+](?!-$)./.test(text) && !OPTION_NAME.test(text));
  if (first === -1) return SILENT;
  // `set -A name …` of zsh and ksh.
  if (/^[-+][A-Za-z]*A$/.test(call.words[first - 1]?.text ?? '')) {
    const names = namesIn(call.values[first], call, shell);
    fill(names, untold(piecesOf(call.values.slice(first + 1))), call, state, shell);
    for (const name of names) shell.addAssignment(name, `${name}=(…)`);
    return SILENT;
  }
  const isMarked = call.words[first]?.text === '--' || call.words[first]?.text === '-';
  state.arguments = call.values.slice(isMarked ? first + 1 : first);
  return SILENT;
}

const OPTION_NAME = /^(?:allexport|errexit|errtrace|functrace|noclobber|noglob|nounset|pipefail|verbose|xtrace)$/;

/** After `set -k`, what looks like an assignment is one wherever it stands. */
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
    if (!isTold(value) && value.pieces.size > 0) checkArray(value);
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

  /** `export PATH=…` is asked about as `PATH=…` is. */
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

  /** `declare -a 'a=($(rm x))'`: what is written as an array is one, quoted or not. */
  function checkArray({ isExact, texts, pieces }: Value): void {
    const all = [...(isExact ? texts : pieces)];
    const isArray = all.some((text) => text.includes('('));
    if (isArray && all.some((text) => DOLLAR.test(text) || /[<>]\(/.test(text)))
      shell.problems.add('a quoted array is taken apart again, and may hold a substitution');
  }
}
