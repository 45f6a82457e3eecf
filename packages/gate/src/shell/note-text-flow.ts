import { DECLARED_NAME, type FilledNames } from './builtin-assignments.ts';
import type { Findings } from './findings.ts';
import { noteReferences } from './note-references.ts';
import type { Command, Word } from './parse-command-line.ts';
import { DECLARING_BUILTINS, fillsVariables } from './passes-text.ts';
import { printedWords } from './printed-words.ts';
import { isLiteral } from './read-word.ts';
import {
  ANY_VARIABLE,
  ARGUMENTS,
  declaredValueOf,
  EVALUATED,
  FILES,
  INPUT,
  outputOf,
  REPARSED,
  wordsGivenTo,
} from './text-flow.ts';
import { isEvaluatingOption } from './values-as-code.ts';

/** Where the words of a command go, and which variables take what it reads. */
export function noteTextFlow(
  name: string | null,
  { suffix }: Command,
  { names }: FilledNames,
  findings: Findings,
): void {
  // A line that runs what nobody knows is a question anyway.
  if (name === null) return;
  const { flow } = findings;
  const words = suffix.filter((item) => item.type === 'Word');
  for (const word of words) flow.pour(word, wordsGivenTo(name));
  const last = words.at(-1);
  if (last !== undefined) flow.pour(last, '_');
  if (PRINTERS.has(name)) for (const word of words) pourEchoed(word, findings);
  else pourPrinted(name, words, findings);
  if (name === 'set') for (const word of words.filter(isNoOption)) flow.pour(word, ARGUMENTS);
  else if (name === 'printf' && fillsVariables(name, words)) fill(names, words, findings);
  else if (READERS.has(name)) lead(name, words, names, findings);
  else if (DECLARING_BUILTINS.has(name)) declare(suffix, findings);
  noteReferences(name, suffix, findings);
}

function isNoOption({ text }: Word): boolean {
  return !/^[-+]/.test(text);
}

/** They print what they are given as it is. */
const PRINTERS: ReadonlySet<string> = new Set([
  ...['echo', 'printf', 'print', 'command', 'builtin', 'env', 'basename', 'dirname', 'expr', 'date', 'seq', 'yes'],
]);

/** Built-ins that put what they read into variables, and the ones they take without a name. */
const READERS: ReadonlyMap<string, string> = new Map([
  ['read', 'REPLY'],
  ['mapfile', 'MAPFILE'],
  ['readarray', 'MAPFILE'],
  ['getopts', 'OPTARG'],
]);

/** What is printed in a substitution or into a pipe, others take. */
function pourEchoed(word: Word, { flow, output, pipes }: Findings): void {
  if (output !== null) flow.pour(word, output);
  if (output !== null || pipes > 0) flow.pour(word, INPUT);
}

/** The same for any other program; what is counted in the end, nobody sees. */
function pourPrinted(name: string, words: readonly Word[], { flow, output, pipes, counted }: Findings): void {
  const isTaken = (output !== null || pipes > 0) && counted === 0;
  const makesFiles = MAKERS.has(name);
  if (!isTaken && !makesFiles) return;
  const printed = printedWords(name, words);
  if (makesFiles) for (const word of printed) flow.pourPrinted(word, FILES);
  if (!isTaken) return;
  if (output !== null) flow.lead(outputOf(name), output);
  for (const into of output === null ? [INPUT] : [output, INPUT]) {
    for (const word of printed) flow.pourPrinted(word, into);
    flow.lead(FILES, into);
  }
}

/** They make files by the names they are given. */
const MAKERS: ReadonlySet<string> = new Set([
  ...['mkdir', 'touch', 'cp', 'mv', 'ln', 'install', 'tee', 'mkfifo', 'mknod', 'mktemp', 'dd', 'split', 'rsync'],
]);

function fill(names: readonly string[], words: readonly Word[], { flow }: Findings): void {
  for (const into of names.length === 0 ? [ANY_VARIABLE] : names) for (const word of words) flow.pour(word, into);
}

function lead(name: string, words: readonly Word[], names: readonly string[], { flow }: Findings): void {
  const hidden = words.every(isLiteral) ? [] : [ANY_VARIABLE];
  for (const into of [READERS.get(name) as string, ...names, ...hidden]) flow.lead(INPUT, into);
  // The options a script was called with.
  if (name === 'getopts') flow.lead(ARGUMENTS, 'OPTARG');
}

/** `export "x=$y"`: to the grammar a word like any other. With `declare -i x=y`, what is assigned is evaluated. */
function declare(items: Command['suffix'], { flow, arrays }: Findings): void {
  const words = items.filter((item) => item.type === 'Word');
  const evaluates = words.some((word) => isEvaluatingOption(word) || !isLiteral(word));
  const isArray = words.some((word) => /^-[A-Za-z]*[aA]/.test(word.value) || mayBeOption(word));
  for (const item of items) {
    if (item.type === 'Assignment') {
      if (evaluates) flow.lead(item.name, EVALUATED);
      if (item.value.type === 'Word') flow.pour(item.value, isArray ? REPARSED : declaredValueOf(item.name));
    } else if (item.type === 'Word') {
      declareWord(item, isArray, flow);
      if (isArray) arrays.add(item.value);
    }
  }
}

function mayBeOption(word: Word): boolean {
  return !isLiteral(word) && !DECLARED_NAME.test(word.value);
}

function declareWord(word: Word, isArray: boolean, flow: Findings['flow']): void {
  const [target, name] = DECLARED_NAME.exec(word.value) ?? [];
  const isKnown = isLiteral(word);
  if (name === undefined) {
    if (!isKnown) for (const into of [ANY_VARIABLE, REPARSED]) flow.pour(word, into);
    return;
  }
  const value = isKnown ? { text: word.value.slice(target?.length) } : word;
  flow.pour(value, name);
  flow.pour(value, isArray ? REPARSED : declaredValueOf(name));
}
