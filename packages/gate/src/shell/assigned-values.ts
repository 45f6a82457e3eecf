import type { KnownValues, Told } from './known-values.ts';
import type { AssignmentNode, Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/**
 * What the line says a variable gets: `x=push`, `x+=sh`, `y=$x`, `x=$(echo push)`, `x=(push -f)`. `isSure`: that it gets it
 * whatever happens, and loses what it had.
 */
export function noteAssignedValues(node: AssignmentNode, values: KnownValues, isSure: boolean): void {
  const { name, text, value, index } = node;
  const told = values.now(false);
  const isList = value.type !== 'Word';
  const elements = isList ? elementsOf(value.elements, told) : [];
  const assigned = isList ? [elements.join(' ')] : textsOf(value, told);
  if (text.startsWith(`${name}+=`)) values.append(name, assigned, isList ? ' ' : '');
  else {
    if (isSure && index === undefined) values.forget(name);
    for (const each of assigned) values.add(name, each);
  }
  if (elements.length > 1) for (const element of elements) values.add(name, element);
}

/** `export "x=push"`: to the grammar a word like any other. */
export function noteDeclaredValues(operands: readonly Word[], values: KnownValues): void {
  const told = values.now(false);
  for (const word of operands) {
    for (const text of textsOf(word, told)) {
      const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(text) ?? [];
      if (name !== undefined && value !== undefined) values.add(name, value);
    }
  }
}

/** One after the other, as a loop takes them. */
export function noteChoices(name: string, words: readonly Word[], values: KnownValues): void {
  const told = values.now(false);
  for (const word of words) {
    const texts = textsOf(word, told);
    for (const text of isLiteral(word) ? texts : texts.flatMap((each) => each.split(' '))) values.add(name, text);
  }
}

/** A tilde at the start, or after a colon, stands for a directory. */
function textsOf(word: Word, told: Told): readonly string[] {
  if (/(?:^|:)~/.test(word.text)) return [];
  if (isLiteral(word)) return [word.value];
  const { texts, isUnknown } = settleWord(word, told);
  return isUnknown ? [] : texts;
}

/** `[key]=` before an element is not part of it. */
function elementsOf(elements: readonly Word[], told: Told): readonly string[] {
  return elements.flatMap((element) =>
    textsOf(element, told)
      .slice(0, 1)
      .map((text) => text.replace(/^\[[^\]]*\]=/, '')),
  );
}
