import type { KnownValues, Told } from './known-values.ts';
import type { AssignmentNode, Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/** What the line says a variable gets: `x=push`, `x+=sh`, `y=$x`, `x=$(echo push)`, `x=(push -f)`. */
export function noteAssignedValues({ name, text, value }: AssignmentNode, values: KnownValues): void {
  const told = values.mark();
  const assigned = value.type === 'Word' ? textsOf(value, told) : elementsOf(value.elements, told);
  const isAppended = text.startsWith(`${name}+=`);
  for (const each of assigned) {
    if (isAppended) values.append(name, each);
    else values.add(name, each);
  }
}

/** A tilde at the start, or after a colon, stands for a directory. */
function textsOf(word: Word, told: Told): readonly string[] {
  if (/(?:^|:)~/.test(word.text)) return [];
  if (isLiteral(word)) return [word.value];
  const { texts, isUnknown } = settleWord(word, told);
  return isUnknown ? [] : texts;
}

/** All of them together, and each by itself. */
function elementsOf(elements: readonly Word[], told: Told): readonly string[] {
  const first = elements.slice(0, MOST_ELEMENTS).flatMap((element) => textsOf(element, told).slice(0, 1));
  return first.length > 1 ? [first.join(' '), ...first] : first;
}

const MOST_ELEMENTS = 7;
