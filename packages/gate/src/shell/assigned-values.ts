import type { KnownValues, Told } from './known-values.ts';
import type { AssignmentNode, Word } from './parse-command-line.ts';
import { formattedTexts } from './printed-texts.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/** How sure it is that an assignment is made: whatever happens, the variable is set then, and to nothing else. */
export type Sureness = { readonly isSet: boolean; readonly isAlone: boolean };

/** What the line says a variable gets: `x=push`, `x+=sh`, `y=$x`, `x=$(echo push)`, `x=(push -f)`, `x[1]=push`. */
export function noteAssignedValues(node: AssignmentNode, values: KnownValues, sureness: Sureness): void {
  const { name, text, value, index } = node;
  const told = values.now();
  const isList = value.type !== 'Word';
  const elements = isList ? elementsOf(value.elements, told) : [textsOf(value, told, { expandsBraces: false })];
  const assigned = joinedOf(elements, told);
  const isAppended = text.startsWith(`${name}+=`);
  const isElement = index !== undefined;
  const isSet = sureness.isSet && !isElement;
  if (isList || isElement) values.noteList(name);
  if (sureness.isAlone && !isAppended && !isElement) values.forget(name);
  if (isAppended || isElement) values.append(name, assigned, { between: isList || isElement ? ' ' : '', isSet });
  if (!isAppended) for (const each of assigned) values.add(name, each, isSet);
  if (isList) for (const element of eachByItself(elements)) values.add(name, element, isSet);
  if (assigned.length === 0) values.add(name, null, isSet);
}

/** `export "x=push"`: to the grammar a word like any other. */
export function noteDeclaredValues(operands: readonly Word[], values: KnownValues, { isSet }: Sureness): void {
  const told = values.now();
  for (const word of operands) {
    for (const text of textsOf(word, told)) {
      const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(text) ?? [];
      if (name !== undefined && value !== undefined) values.add(name, value, isSet);
    }
  }
}

/** `printf -v x push`; `names`: `x`. */
export function notePrintedValues(names: readonly string[], operands: readonly Word[], values: KnownValues): void {
  if (names.length === 0) return;
  const words = operands.slice(operands[0]?.value === '-v' ? 2 : 1);
  const texts = formattedTexts(words, values.now());
  for (const name of names) {
    for (const text of texts) values.add(name, text, false);
    if (texts.length === 0) values.add(name, null, false);
  }
}

/** `${x:=push}` */
export function noteDefault(name: string, word: Word, values: KnownValues): void {
  for (const text of textsOf(word, values.now(), { expandsBraces: false })) values.add(name, text, false);
}

/** `$_` is the last word of the command before. */
export function noteLastWord(word: Word, values: KnownValues, { isSet, isAlone }: Sureness): void {
  const texts = textsOf(word, values.now());
  if (isAlone) values.forget('_');
  for (const text of texts.length === 0 ? [null] : texts) values.add('_', text, isSet);
}

/** `unset x` */
export function noteUnset(operands: readonly Word[], values: KnownValues): void {
  for (const { value } of operands) if (/^\w+$/.test(value)) values.add(value, null, false);
}

/** One after the other, as a loop takes them. */
export function noteChoices(name: string, words: readonly Word[], values: KnownValues): void {
  const told = values.now();
  for (const word of words) {
    const texts = textsOf(word, told);
    const split = isLiteral(word) ? [] : texts.flatMap((text) => text.split(' '));
    const whole = isLiteral(word) || /["'\\]/.test(word.text) ? texts : [];
    for (const text of new Set([...whole, ...split])) values.add(name, text, true);
    if (texts.length === 0) values.add(name, null, true);
  }
}

/** A tilde that stands for somebody's directory is not known; as `~/` it says what it is. */
function textsOf(word: Word, told: Told, how?: { readonly expandsBraces: boolean }): readonly string[] {
  if (/^~[^/]|:~/.test(word.text)) return [];
  if (isLiteral(word)) return [word.value];
  const { texts, isUnknown } = settleWord(word, told, how);
  return isUnknown ? [] : texts;
}

/** `[key]=` before an element is not part of it; one that is not known is taken as empty, which is nothing without quotes. */
function elementsOf(elements: readonly Word[], told: Told): readonly (readonly string[])[] {
  return elements.flatMap((element) => {
    const texts = textsOf(element, told).map((text) => text.replace(/^\[[^\]]*\]=/, ''));
    return texts.length > 0 ? [texts] : /^\[|"/.test(element.text) ? [['']] : [];
  });
}

/** A variable without quotes may become more than one element. */
function eachByItself(elements: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(elements.flatMap((texts) => [...texts, ...texts.flatMap((text) => text.split(' '))]));
}

/** All of them together, in all the ways there are. */
function joinedOf(elements: readonly (readonly string[])[], told: Told): readonly string[] {
  let joined: string[][] = [[]];
  for (const texts of elements) {
    if (texts.length === 1) {
      for (const before of joined) before.push(texts[0] as string);
      continue;
    }
    if (joined.length * texts.length > MOST_JOINED) {
      told.giveUp();
      break;
    }
    joined = joined.flatMap((before) => texts.map((text) => [...before, text]));
  }
  return joined.map((texts) => texts.join(' '));
}

const MOST_JOINED = 1024;
