import type { Assignment } from '../types/command-line.ts';
import type { Findings } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/** Variables that a built-in fills without an equals sign. */
export type FilledNames = {
  readonly names: readonly string[];
  /** Which others it fills is known only when it runs. */
  readonly isUnclear: boolean;
};

/** `read PATH`, `printf -v 'PATH[0]' …`, `v=PATH; read $v`, `wait -p PATH` */
export function filledNames(name: string | null, words: readonly Word[], findings: Findings): FilledNames {
  const option = name === null ? undefined : NAMING_OPTIONS.get(name);
  const settings = name === null ? undefined : SETTINGS.get(name);
  if (option !== undefined) return namesBehind(option, words, findings);
  if (settings !== undefined) return namesAmong(words.filter(isNoSetting(settings)), findings);
  if (name !== 'getopts') return NONE;
  // Behind the options it looks for and the name, arguments follow.
  const first = words[0]?.text === '--' ? 2 : 1;
  return namesAmong(words.slice(first, first + 1), findings);
}

export function asAssignment(name: string): Assignment {
  return { name, text: `${name}=…`, value: null };
}

const NONE: FilledNames = { names: [], isUnclear: false };

/** The variable of an operand that declares one: `export 'x=y'` is a word to the grammar. */
export const DECLARED_NAME: RegExp = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** Options that are followed by the name of a variable, by built-in. */
const NAMING_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['printf', /^-v(.*)$/s],
  ['wait', /^-[fn]*p(.*)$/s],
]);

/** Built-ins whose operands are names, and their options that are followed by something else. */
const SETTINGS: ReadonlyMap<string, RegExp> = new Map([
  ['read', /^-[A-Za-z]*[dinNptu]$/],
  ['mapfile', /^-[A-Za-z]*[dnOsuCc]$/],
  ['readarray', /^-[A-Za-z]*[dnOsuCc]$/],
]);

function namesBehind(option: RegExp, words: readonly Word[], findings: Findings): FilledNames {
  const operands = words.map((word) => settle(word, findings));
  const names: string[] = [];
  // The option may be among the arguments; behind a first word of another kind it is none.
  let isUnclear = words[0] !== undefined && takesArguments(words[0], findings);
  for (const [place, { texts }] of operands.entries()) {
    for (const text of texts) {
      const [, name] = option.exec(text) ?? [];
      if (name === undefined) continue;
      const next = name === '' ? operands[place + 1] : undefined;
      // Without quotes one word may become the option and its name.
      names.push(...(name === '' ? [...texts, ...(next?.texts ?? [])] : [name]).flatMap(nameIn));
      isUnclear ||= next?.isUnknown === true;
    }
  }
  return { names, isUnclear };
}

function namesAmong(words: readonly Word[], findings: Findings): FilledNames {
  const operands = words.map((word) => settle(word, findings));
  return {
    names: operands.flatMap(({ texts }) => texts.map(withoutOption).flatMap(nameIn)),
    isUnclear: operands.some(({ isUnknown }) => isUnknown),
  };
}

/** What follows `-p` is a prompt. Without quotes it may be more than one word; and zsh knows other options. */
function isNoSetting(settings: RegExp) {
  return (word: Word, place: number, words: readonly Word[]): boolean =>
    isLiteral(word) || !/^"[^@]*$/s.test(word.text) || !settings.test(words[place - 1]?.text ?? '');
}

type Operand = { readonly texts: readonly string[]; readonly isUnknown: boolean };

/** In a loop it may be given another value yet. */
function settle(word: Word, findings: Findings): Operand {
  const { values, repeats } = findings;
  if (isLiteral(word)) return { texts: [word.value], isUnknown: false };
  const { texts, isUnknown } = settleWord(word, values.now());
  return {
    texts: texts.flatMap((text) => text.split(' ')),
    isUnknown: isUnknown || repeats > 0 || takesArguments(word, findings),
  };
}

/** `$@` is nothing, until there are arguments. */
function takesArguments({ text }: Word, { values }: Findings): boolean {
  return values.takesArguments && /\$\{?[@*]/.test(text);
}

/** `read -aPATH` */
function withoutOption(text: string): string {
  return text.replace(/^-[A-Za-z]*?[aA](?=.)/, '');
}

/** Also of an element. */
function nameIn(text: string): readonly string[] {
  return /^([A-Za-z_]\w*)(?:\[.*\])?$/s.exec(text)?.slice(1) ?? [];
}
