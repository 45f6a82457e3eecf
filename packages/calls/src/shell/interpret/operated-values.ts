import { matchesText, parseTextGlob } from '../../globs/text-glob.ts';
import type { TextGlob } from '../../types/glob.ts';
import type { ParameterOperation, Word } from '../parse/parse-command-line.ts';
import { isLiteral } from '../parse/read-word.ts';

/** `x=xpush; git ${x#x}`: the results of an operation on a variable's values. Empty if the line doesn't show them. */
export function operatedValues(
  values: readonly string[],
  operation: ParameterOperation,
  isOneElement: boolean,
  budget: { readonly spend: (characters: number) => boolean },
): readonly string[] {
  const operate = operationOn(operation, isOneElement);
  if (operate === null) return [];
  const made = new Set<string>();
  for (const value of values) {
    // A pattern may be tried at every position.
    if (!budget.spend(COST_PER_TEXT + value.length * (operation.type === 'Remove' ? value.length : 1))) return [];
    const text = operate(value);
    if (text === null || !budget.spend(text.length)) return [];
    made.add(text);
  }
  return [...made];
}

/** The cost of an operation in addition to the text. */
const COST_PER_TEXT = 16;

/** Null: only the shell can tell. */
type Operate = (value: string) => string | null;

function operationOn(operation: ParameterOperation, isOneElement: boolean): Operate | null {
  switch (operation.type) {
    case 'Remove':
      return removing(operation.operator, globIn(operation.operand));
    case 'Replace':
      return replacing(operation.operator, textIn(operation.pattern), textIn(operation.replacement));
    case 'Slice':
      return isOneElement ? slicing(numberIn(operation.offset), operation.length) : null;
    case 'CaseModification':
      return inOtherCase(operation.operator, operation.operand === undefined ? ANY : globIn(operation.operand));
    case 'Transform':
      return TRANSFORMS.get(operation.operand.text) ?? null;
    case 'Default':
    case 'Names':
    case 'Unknown':
      return null;
  }
}

const ANY = parseTextGlob('*');

/** A pattern of stars, question marks and text. */
function globIn(word: Word): TextGlob | null {
  const isPlain = isLiteral(word) ? word.text === word.value || !/[*?]/.test(word.value) : isUnquoted(word);
  const pattern = isLiteral(word) ? word.value : word.text;
  return isPlain && !/[[\]()|\\]/.test(pattern) ? parseTextGlob(pattern) : null;
}

function isUnquoted({ parts = [] }: Word): boolean {
  return parts.every(({ type }) => type === 'Literal' || type === 'Glob');
}

/** Literal text, in a pattern and in its replacement. */
function textIn(word: Word): string | null {
  return isLiteral(word) && !/[*?[\]()|\\&]/.test(word.value) ? word.value : null;
}

function numberIn({ text }: Word): number | null {
  const [, number] = /^\s*\(?\s*([+-]?\d{1,9})\s*\)?\s*$/.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

/** Longer texts aren't processed: every way to cut them would have to be tried. */
const MAX_CUT_LENGTH = 128;

function removing(operator: '#' | '##' | '%' | '%%', glob: TextGlob | null): Operate | null {
  if (glob === null) return null;
  const atStart = operator.startsWith('#');
  const isLongest = operator.length === 2;
  return (value) => {
    if (value.length > MAX_CUT_LENGTH) return null;
    for (let step = 0; step <= value.length; step++) {
      const length = isLongest ? value.length - step : step;
      const cut = atStart ? length : value.length - length;
      if (matchesText(glob, atStart ? value.slice(0, cut) : value.slice(cut))) {
        return atStart ? value.slice(cut) : value.slice(0, cut);
      }
    }
    return value;
  };
}

function replacing(operator: '/' | '//' | '/#' | '/%', pattern: string | null, by: string | null): Operate | null {
  if (pattern === null || by === null) return null;
  return (value) => {
    if (pattern === '') return value;
    switch (operator) {
      case '/':
        return value.replace(pattern, () => by);
      case '//':
        return value.length * (by.length + 1) > MAX_CUT_LENGTH ** 2 ? null : value.replaceAll(pattern, () => by);
      case '/#':
        return value.startsWith(pattern) ? by + value.slice(pattern.length) : value;
      case '/%':
        return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) + by : value;
    }
  };
}

function slicing(offset: number | null, length: Word | undefined): Operate | null {
  const count = length === undefined ? undefined : numberIn(length);
  if (offset === null || count === null) return null;
  return (value) => {
    const characters = [...value];
    const from = offset < 0 ? characters.length + offset : offset;
    if (from < 0) return '';
    const to = count === undefined ? undefined : count < 0 ? characters.length + count : from + count;
    return characters.slice(from, to).join('');
  };
}

function inOtherCase(operator: '^' | '^^' | ',' | ',,', glob: TextGlob | null): Operate | null {
  if (glob === null) return null;
  const change = operator.startsWith('^') ? upper : lower;
  const each = (character: string) => (matchesText(glob, character) ? change(character) : character);
  if (operator.length === 2) return (value) => [...value].map(each).join('');
  return (value) => value.replace(/^./su, each);
}

const upper = (text: string): string => text.toUpperCase();
const lower = (text: string): string => text.toLowerCase();

const TRANSFORMS: ReadonlyMap<string, Operate> = new Map<string, Operate>([
  ['U', upper],
  ['u', (value) => value.replace(/^./su, upper)],
  ['L', lower],
  ['E', (value) => (value.includes('\\') ? null : value)],
]);
