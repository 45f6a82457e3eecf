import type { Told } from './known-values.ts';
import { UNMETERED } from './limits.ts';
import type { Command, ParameterExpansionPart, WordPart } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';

type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' }>;

/** Every value the line tells of; none where it tells nothing. */
export function valuesOf(part: Expansion, told: Told): readonly string[] {
  switch (part.type) {
    case 'SimpleExpansion':
      return told(part.text.slice(1));
    case 'ParameterExpansion':
      return parameterValues(part, told);
    case 'CommandExpansion':
      return printedText(part);
  }
}

function parameterValues({ parameter, prefix, operation }: ParameterExpansionPart, told: Told): readonly string[] {
  const values = prefix === undefined ? told(parameter) : [];
  if (operation === undefined || (parameter === 'IFS' && values.length > 0)) return values;
  if (operation.type !== 'Default') return [];
  const { operator, operand } = operation;
  const instead = isLiteral(operand) ? [operand.value] : [];
  if (operator.endsWith('+')) return [...instead, ''];
  return [...new Set([...values.filter((value) => value !== ''), ...instead])];
}

/** `$(echo push)`: what it prints stands there. */
function printedText({ text, script }: Extract<WordPart, { type: 'CommandExpansion' }>): readonly string[] {
  if (script?.commands.length === 0) return [''];
  if (text.length > UNMETERED || script?.commands.length !== 1) return [];
  const command = script.commands[0]?.command;
  if (command?.type !== 'Command') return [];
  const words = printedWords(command);
  return words === null ? [] : [words.join(' ')];
}

function printedWords({ name, prefix, suffix }: Command): readonly string[] | null {
  if (prefix.length === 0 && suffix.length === 0 && (name?.value === ':' || name?.value === 'true')) return [];
  if (prefix.length > 0 || (name?.value !== 'echo' && name?.value !== 'printf')) return null;
  const words: string[] = [];
  for (const word of suffix) {
    if (word.type !== 'Word' || !isLiteral(word)) return null;
    words.push(word.value);
  }
  return /^(?:-[neE]+|%s(?:\\n)?)$/.test(words[0] ?? '') ? words.slice(1) : words;
}
