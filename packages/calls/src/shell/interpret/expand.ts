import type { ParameterExpansionPart, Word, WordPart } from '../parse/parse-command-line.ts';
import { expandBraces, type WordPiece } from './expand-braces.ts';
import type { Interpreter } from './interpreter.ts';
import { operatedValues } from './operated-values.ts';
import type { State } from './state.ts';
import {
  alternatives,
  exactly,
  HOLE,
  isKnown,
  piecesOf,
  UNKNOWN,
  union,
  unionOf,
  unknownOf,
  type Value,
} from './value.ts';

export type Text = Pick<Word, 'text' | 'parts'> & { readonly value?: string };

/** The shell's expansion of a word. Braces aren't expanded in assignments and here-documents. */
export function expandWord(word: Text, state: State, shell: Interpreter, expandsBraces = true): Value {
  const { text, value = text } = word;
  const parts = word.parts?.flatMap(withoutBraces);
  if (parts === undefined) {
    if (text === value) {
      if (/^\$(\w+|[@*])$/.test(value)) return state.valueOf(value.slice(1));
      if (!expandsBraces || !value.includes('{')) return exactly(value);
    }
    const [whole] = expandsBraces ? braced(literal(text), shell) : [value];
    return { ...exactly(whole as string), pieces: new Set([value]) };
  }
  const values = parts.map((part) => expandPart(part, state, shell));
  const pieces = unionOf(new Set([composed(parts)]), piecesOf(values));
  if (values.length > 0 && values.every((each) => !isKnown(each))) return unknownOf(pieces);
  const texts = everyText(parts, values, expandsBraces, shell);
  return { texts, isOpen: false, isExact: texts.length > 0 && values.every((each) => each.isExact), pieces };
}

function everyText(
  parts: readonly WordPart[],
  values: readonly Value[],
  expandsBraces: boolean,
  shell: Interpreter,
): readonly string[] {
  let ways: WordPiece[][] = [[]];
  for (const [index, part] of parts.entries()) {
    const choices = choicesFor(part, values[index] as Value, parts[index + 1]);
    if (!shell.spend(ways.length * choices.length)) return [];
    // Nearly every part is a single text: a word with very many parts must not be copied for each of them.
    if (choices.length === 1) for (const way of ways) way.push(...(choices[0] as readonly WordPiece[]));
    else ways = ways.flatMap((way) => choices.map((choice) => [...way, ...choice]));
  }
  const texts = ways.map((way) =>
    expandsBraces ? (braced(way, shell)[0] as string) : way.map(({ text }) => text).join(''),
  );
  return shell.spend(texts.reduce((sum, { length }) => sum + length, 0)) ? [...new Set(texts)] : [];
}

/** In `$DIR/x` no one means the `/x` that would be left if it is empty. */
function choicesFor(part: WordPart, value: Value, next: WordPart | undefined): readonly (readonly WordPiece[])[] {
  if (part.type === 'Literal') return [literal(part.text)];
  if (part.type === 'BraceExpansion') return [literal(part.text)];
  const isDirectory = !isKnown(value) && next !== undefined && 'value' in next && next.value.startsWith('/');
  return (isDirectory ? [part.text] : alternatives(value)).map((text) => [{ text, isPlain: false }]);
}

function braced(pieces: readonly WordPiece[], shell: Interpreter): readonly string[] {
  const { words, isPartial } = expandBraces(pieces, MAX_WORDS);
  if (isPartial) shell.giveUp();
  return [words.filter((text) => text !== '').join(' ')];
}

const MAX_WORDS = 1024;

export function expandPart(part: WordPart, state: State, shell: Interpreter): Value {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return exactly(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return expandWord({ text: part.text, parts: part.parts.map(quotedLiteral) }, state, shell, false);
    case 'BraceExpansion':
      return exactly(part.text);
    case 'SimpleExpansion':
      return state.valueOf(part.text.slice(1));
    case 'ParameterExpansion':
      return expandParameter(part, state, shell);
    case 'CommandExpansion':
      return asWords(shell.capture(part, state));
    case 'ProcessSubstitution':
      return { ...exactly(part.text), isExact: false, pieces: shell.capture(part, state).pieces };
    case 'ArithmeticExpansion':
      shell.evaluateArithmetic(part.expression, state);
      return { ...exactly(part.text), isExact: false, pieces: new Set(['0']) };
    case 'Glob':
    case 'ExtendedGlob':
      return { ...exactly(part.text), isExact: false, pieces: shell.fileNames };
  }
}

/** Between double quotes the escapes of a literal text are resolved in its `value`. */
function quotedLiteral(part: WordPart): WordPart {
  return part.type === 'Literal' ? ({ ...part, type: 'SingleQuoted' } as WordPart) : part;
}

/** Braces are plain text until their whole content is known. */
function withoutBraces(part: WordPart): readonly WordPart[] {
  if (part.type !== 'BraceExpansion' || part.parts === undefined) return [part];
  const brace = (text: string) => ({ type: 'Literal', text, value: text, pos: part.pos, end: part.end }) as WordPart;
  return [brace('{'), ...part.parts.flatMap(withoutBraces), brace('}')];
}

/** Line ends are blanks there, and trailing ones are removed. */
function asWords(value: Value): Value {
  return { ...value, texts: [...new Set(value.texts.map((text) => text.replaceAll(/[\n\t]+/g, ' ').trim()))] };
}

function expandParameter(part: ParameterExpansionPart, state: State, shell: Interpreter): Value {
  const { parameter, prefix, index, operation } = part;
  if (index !== undefined) shell.evaluate(index, state);
  if (prefix === '#') return unknownOf(new Set());
  const value = prefix === undefined ? state.valueOf(parameter) : UNKNOWN;
  if (operation === undefined || (parameter === 'IFS' && isKnown(value))) return value;
  if (operation.type === 'Slice') {
    shell.evaluate(operation.offset, state);
    if (operation.length !== undefined) shell.evaluate(operation.length, state);
  }
  if (operation.type === 'Default')
    return withDefault(part, operation.operator, operation.operand, value, state, shell);
  const made = operatedValues(value.texts, operation, index === undefined, shell);
  const added =
    operation.type === 'Replace' ? expandWord(operation.replacement, state, shell, false).pieces : new Set<string>();
  const code = operation.type === 'Transform' ? ['$['] : [];
  // A remaining part of a value from outside of the line is still from outside.
  const isFromLine = value.pieces.size > 0 || added.size > 0;
  const pieces = new Set([...value.pieces, ...added, ...code, ...(isFromLine ? [HOLE + HOLE] : [])]);
  return {
    texts: made,
    isOpen: value.isOpen,
    isExact: value.isExact && made.length > 0,
    pieces: made.length > 0 && value.isExact ? unionOf(pieces, new Set(made)) : pieces,
  };
}

function withDefault(
  part: ParameterExpansionPart,
  operator: string,
  operand: Word,
  value: Value,
  state: State,
  shell: Interpreter,
): Value {
  const instead = expandWord(operand, state, shell, false);
  if (operator.endsWith('=')) shell.assign(part.parameter, instead, { isSure: false }, state);
  const other = isKnown(instead) ? instead : { ...instead, texts: isKnown(value) ? [''] : [] };
  if (operator.endsWith('+'))
    return union({ ...other, texts: isKnown(other) ? [...other.texts, ''] : [] }, unknownOf(value.pieces), false);
  // Without the colon, an empty variable stays empty.
  const asSet = operator.startsWith(':')
    ? value.texts.filter((text) => text !== '')
    : [...value.texts, ...(isKnown(value) ? [''] : [''])];
  return union({ ...value, texts: asSet }, other, false);
}

/** Its literal text, with a hole for each expansion. */
function composed(parts: readonly WordPart[]): string {
  return parts.map(composedPart).join('');
}

function composedPart(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return composed(part.parts);
    case 'BraceExpansion':
    case 'ExtendedGlob':
      return part.parts === undefined ? part.text : composed(part.parts);
    case 'Glob':
      return part.kind === 'bracket' ? `[${composed(part.parts)}]` : part.value;
    case 'ArithmeticExpansion':
      return '0';
    default:
      return HOLE;
  }
}

/** As written, outside of quotes: a backslash makes the next character literal. */
function literal(text: string): readonly WordPiece[] {
  if (!text.includes('\\')) return [{ text, isPlain: true }];
  return text.split(/(\\[\s\S])/).flatMap((piece) => {
    if (!piece.startsWith('\\') || piece.length === 1) return { text: piece, isPlain: true };
    return piece === '\\\n' ? [] : { text: piece.slice(1), isPlain: false };
  });
}
