import type { Told } from './known-values.ts';
import { operatedValues } from './operated-values.ts';
import type { ParameterExpansionPart, WordPart } from './parse-command-line.ts';
import { printedTexts, textsOf } from './printed-texts.ts';

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

function parameterValues(part: ParameterExpansionPart, told: Told): readonly string[] {
  const { parameter, prefix, index, operation } = part;
  const values = prefix === undefined ? told.values(parameter) : [];
  if (operation === undefined || (parameter === 'IFS' && values.length > 0)) return values;
  if (operation.type !== 'Default') return operatedValues(values, operation, index === undefined, told);
  const { operator, operand } = operation;
  const instead = textsOf(operand, told) ?? (values.length === 0 ? [] : ['']);
  if (operator.endsWith('+')) return [...instead, ''];
  // Without the colon, one that is set to nothing stays nothing.
  const asSet = operator.startsWith(':') ? values.filter((value) => value !== '') : [...values, ''];
  return [...new Set([...asSet, ...instead])];
}
