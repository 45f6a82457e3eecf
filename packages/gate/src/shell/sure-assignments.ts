import type { Command, WordPart } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';

/**
 * Whether an item of a statement without a command is an assignment that is made whatever happens. Where a redirection or
 * arithmetic fails, nothing of the statement is, and what was in the variable stays in it.
 */
export function cannotFail(item: Command['prefix'][number]): boolean {
  if (item.type !== 'Assignment') return false;
  const { value } = item;
  if (value.type === 'Word') return value.parts === undefined || value.parts.every(isHarmless);
  return value.elements.every((element) => isLiteral(element) && !element.text.startsWith('['));
}

function isHarmless(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'SimpleExpansion':
    case 'CommandExpansion':
    case 'BraceExpansion':
    case 'Glob':
      return true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(isHarmless);
    default:
      return false;
  }
}
