import { commandsIn } from './commands-in.ts';
import { echoedTexts, formattedText } from './formatted-text.ts';
import type { Told } from './known-values.ts';
import { UNMETERED } from './limits.ts';
import type { AssignmentNode, Command, CommandNode, Word, WordPart } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

type Script = NonNullable<Extract<WordPart, { type: 'CommandExpansion' }>['script']>;
type Statement = Script['commands'][number]['command'] | CommandNode;

/** `$(echo push)`: what it prints stands there. None where the line does not tell. */
export function printedTexts(
  { text, script }: Extract<WordPart, { type: 'CommandExpansion' }>,
  told: Told,
): readonly string[] {
  if (text.length > UNMETERED && !EASILY_READ.test(text)) return [];
  if (script === undefined) return [];
  return [...new Set(printedByList(script.commands, told).map(asWords))];
}

/** The texts `printf` makes of its operands. */
export function formattedTexts(words: readonly Word[], told: Told): readonly string[] {
  return everyWay(words, told).flatMap((texts) => formatted(texts, told));
}

/** However long it is, the grammar needs one look at each character. */
const EASILY_READ = /^(?:\$\(|`)\s*(?:echo|printf)\s[\w\s'"%.,:/=+-]*[)`]$/;

/** The ends of lines are blanks there, and the last ones are gone. */
function asWords(text: string): string {
  return text.replaceAll(/[\n\t]+/g, ' ').trim();
}

function printedByList(statements: Script['commands'], told: Told): readonly string[] {
  const assigned = new Map<string, readonly string[]>();
  const within: Told = { ...told, values: (name) => assigned.get(name) ?? told.values(name) };
  let printed: readonly string[] = [''];
  for (const { command } of statements) {
    if (isAssigning(command)) {
      for (const item of command.prefix) if (item.type === 'Assignment') assigned.set(item.name, assignedTexts(item));
      continue;
    }
    const next = printedBy(command, within);
    if (next.length === 0 && printsUnknown(command, assigned)) told.giveUp();
    printed = joined(printed, next, told);
  }
  return printed;
}

function isAssigning(node: Statement): node is Command {
  return node.type === 'Command' && node.name === undefined;
}

/** None where it is not told; a number is like any other. */
function assignedTexts({ value }: AssignmentNode): readonly string[] {
  if (value.type !== 'Word') return [];
  return isLiteral(value) ? [value.value] : /^\$\(\([^a-zA-Z"'`]*\w*[^a-zA-Z"'`]*\)\)$/.test(value.text) ? ['0'] : [];
}

/** It prints a variable that the list itself has given something nobody knows. */
function printsUnknown(node: Statement, assigned: ReadonlyMap<string, readonly string[]>): boolean {
  const printers = commandsIn(node).filter(({ name }) => name?.value === 'echo' || name?.value === 'printf');
  const words = printers
    .flatMap(({ suffix }) => suffix.flatMap((item) => (item.type === 'Word' ? item.text : [])))
    .join(' ');
  return [...assigned].some(([name, texts]) => texts.length === 0 && words.includes(name));
}

function joined(texts: readonly string[], others: readonly string[], told: Told): readonly string[] {
  if (texts.length * others.length > MOST_PRINTED) {
    told.giveUp();
    return [];
  }
  return texts.flatMap((text) => others.map((other) => text + other));
}

const MOST_PRINTED = 1024;

function printedBy(node: Statement, told: Told): readonly string[] {
  switch (node.type) {
    case 'Redirected':
      return printedBy(node.command, told);
    case 'Subshell':
    case 'BraceGroup':
      return printedByList(node.body.commands, told);
    case 'Command':
      return printedByCommand(node, told);
    // Some of them, or all.
    case 'AndOr':
    case 'If':
    case 'Case':
    case 'For':
      return printedBySome(commandsIn(node), told);
    default:
      return [];
  }
}

function printedBySome(commands: readonly Command[], told: Told): readonly string[] {
  const each = commands.map((command) => printedByCommand(command, told));
  const known = each.filter((texts) => texts.some((text) => text !== ''));
  if (known.length === 0) return each.every((texts) => texts.length > 0) ? [''] : [];
  return [...known.flat(), ...known.reduce((texts, others) => joined(texts, others, told), [''])];
}

function printedByCommand({ name, prefix, suffix }: Command, told: Told): readonly string[] {
  if (name === undefined) return [''];
  if (SILENT.has(name.value)) return [''];
  if (prefix.length > 0 || suffix.some(({ type }) => type === 'Assignment')) return [];
  const words = suffix.filter((item) => item.type === 'Word');
  if (name.value === 'echo') return everyWay(words, told).flatMap(echoedTexts);
  if (name.value === 'cat' && words.length === 0) return fedTexts(suffix, told);
  return name.value === 'printf' ? formattedTexts(words, told) : [];
}

/** What stands in a here-string or a heredoc. */
function fedTexts(suffix: Command['suffix'], told: Told): readonly string[] {
  const input = suffix.findLast((item) => item.type !== 'Word');
  switch (input?.type) {
    case 'HereString':
      return input.target === undefined ? [] : (textsOf(input.target, told) ?? []);
    case 'HereDoc':
      return input.delimiter?.quoted === true || input.body.parts === undefined ? [input.body.text] : [];
    default:
      return [];
  }
}

const SILENT: ReadonlySet<string> = new Set([':', 'true', 'false', 'test', '[']);

/** Where it cannot be told, there is more than is looked at. */
function formatted(texts: readonly string[], told: Told): readonly string[] {
  const text = formattedText(texts);
  if (text === null) told.giveUp();
  return text === null ? [] : [text];
}

/** The words, in all the ways there are; none where one of them is not known. */
function everyWay(words: readonly Word[], told: Told): readonly (readonly string[])[] {
  let ways: readonly (readonly string[])[] = [[]];
  for (const word of words) {
    const texts = textsOf(word, told);
    if (texts === null) return [];
    if (texts.length * ways.length > MOST_PRINTED) {
      told.giveUp();
      return [];
    }
    ways = texts.flatMap((text) => ways.map((way) => [...way, text]));
  }
  return ways;
}

/** Null where the line does not tell. */
export function textsOf(word: Word, told: Told): readonly string[] | null {
  if (isLiteral(word)) return [word.value];
  const { texts, isUnknown } = settleWord(word, told);
  return isUnknown ? null : texts;
}
