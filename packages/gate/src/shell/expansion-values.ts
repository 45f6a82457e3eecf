import type { Told } from './known-values.ts';
import { UNMETERED } from './limits.ts';
import type { Command, CommandNode, ParameterExpansionPart, Word, WordPart } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' }>;

/** Every value the line tells of; none where it tells nothing. */
export function valuesOf(part: Expansion, told: Told): readonly string[] {
  switch (part.type) {
    case 'SimpleExpansion':
      return told.values(part.text.slice(1));
    case 'ParameterExpansion':
      return told.once(part, () => parameterValues(part, told));
    case 'CommandExpansion':
      return told.once(part, () => printedTexts(part, told));
  }
}

function parameterValues({ parameter, prefix, operation }: ParameterExpansionPart, told: Told): readonly string[] {
  const values = prefix === undefined ? told.values(parameter) : [];
  if (operation === undefined || (parameter === 'IFS' && values.length > 0)) return values;
  if (operation.type !== 'Default') return [];
  const { operator, operand } = operation;
  const instead = textsOf(operand, told) ?? (values.length === 0 ? [] : ['']);
  if (operator.endsWith('+')) return [...instead, ''];
  // Without the colon, one that is set to nothing stays nothing.
  const asSet = operator.startsWith(':') ? values.filter((value) => value !== '') : [...values, ''];
  return [...new Set([...asSet, ...instead])];
}

/** `$(echo push)`: what it prints stands there. */
function printedTexts(
  { text, script }: Extract<WordPart, { type: 'CommandExpansion' }>,
  told: Told,
): readonly string[] {
  if (text.length > UNMETERED && !EASILY_READ.test(text)) return [];
  if (script?.commands.length === 0) return [''];
  const command = script?.commands.length === 1 ? script.commands[0]?.command : undefined;
  return command === undefined ? [] : printedBy(command, told);
}

/** However long it is, the grammar needs one look at each character. */
const EASILY_READ = /^(?:\$\(|`)\s*(?:echo|printf)\s[\w\s'"%.,:/=+-]*[)`]$/;

type Printing = NonNullable<Extract<WordPart, { type: 'CommandExpansion' }>['script']>['commands'][number]['command'];

function printedBy(node: Printing | CommandNode, told: Told): readonly string[] {
  switch (node.type) {
    case 'Redirected':
      return printedBy(node.command, told);
    case 'Subshell':
    case 'BraceGroup': {
      const [only, ...others] = node.body.commands;
      return only === undefined || others.length > 0 ? [] : printedBy(only.command, told);
    }
    case 'Command':
      return printedByCommand(node, told);
    default:
      return [];
  }
}

function printedByCommand({ name, prefix, suffix }: Command, told: Told): readonly string[] {
  const isSilent = name?.value === ':' || name?.value === 'true';
  if (isSilent && prefix.length === 0 && suffix.length === 0) return [''];
  if (prefix.length > 0 || (name?.value !== 'echo' && name?.value !== 'printf')) return [];
  let printed: readonly (readonly string[])[] = [[]];
  for (const word of suffix) {
    if (word.type === 'Assignment') return [];
    if (word.type !== 'Word') continue;
    const texts = textsOf(word, told);
    if (texts === null) return [];
    if (texts.length * printed.length > MOST_PRINTED) {
      told.giveUp();
      return [];
    }
    printed = texts.flatMap((text) => printed.map((words) => [...words, text]));
  }
  return printed.map((words) => (name.value === 'echo' ? echoed(words) : formatted(words)));
}

const MOST_PRINTED = 1024;

function echoed(words: readonly string[]): string {
  return (/^-[neE]+$/.test(words[0] ?? '') ? words.slice(1) : words).join(' ');
}

/** As far as texts go: `%s`, and blanks for the ends of lines. */
function formatted([format = '', ...operands]: readonly string[]): string {
  const left = [...operands];
  let text = '';
  do {
    const before = left.length;
    text += format.replaceAll(/%[sb]|%%|\\[nt]/g, (piece) => {
      if (piece.startsWith('\\')) return ' ';
      return piece === '%%' ? '%' : (left.shift() ?? '');
    });
    if (left.length === before) break;
  } while (left.length > 0);
  return text.trim();
}

/** Null where the line does not tell. */
function textsOf(word: Word, told: Told): readonly string[] | null {
  if (isLiteral(word)) return [word.value];
  const { texts, isUnknown } = settleWord(word, told);
  return isUnknown ? null : texts;
}
