import type { Assignment } from '../types/command-line.ts';
import type { Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';

/** Built-ins whose operands are names of variables they fill. */
const FILLERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts']);

/** The variable of an operand that declares one: `export 'x=y'` is a word to the grammar. */
export const DECLARED_NAME: RegExp = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** What a built-in assigns without an equals sign: `read PATH`, `printf -v PATH …`. */
export function builtinAssignments(name: string, operands: readonly Word[]): readonly Assignment[] {
  if (name !== 'printf' && !FILLERS.has(name)) return [];
  const names = name === 'printf' ? printedInto(operands) : operands.filter(isLiteral).map(({ value }) => value);
  return names.filter(isName).map((variable) => ({ name: variable, text: `${variable}=…`, value: null }));
}

function printedInto(operands: readonly Word[]): readonly string[] {
  return operands.flatMap(({ value }, index) => {
    if (value === '-v') return operands[index + 1]?.value ?? [];
    return value.startsWith('-v') ? value.slice(2) : [];
  });
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}
