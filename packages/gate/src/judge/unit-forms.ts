import { isHarmlessAssignment } from '../shell/known-variables.ts';
import type { Unit } from '../types/command-line.ts';

/** The texts of a unit that rules are tried on. Deliberately lopsided: a deny or ask sees through what an allow must spell out. */
export type UnitForms = {
  /** Both kinds of rule are tried on these. */
  readonly every: readonly string[];
  readonly allowOnly: readonly string[];
  readonly strictOnly: readonly string[];
};

export function unitForms(unit: Unit): UnitForms {
  const every = distinct([unit.text, unit.raw]);
  const allowOnly = unit.assignments.some(isHarmlessAssignment) ? [withoutHarmless(unit)] : [];
  const strictOnly = distinct([
    unit.words,
    unit.plain,
    ...(unit.assignments.length === 0 ? [] : [`${assignmentTexts(unit)} ${unit.plain}`]),
    ...(unit.name === null ? [] : withBaseName(unit.name, [unit.plain, unit.words])),
  ]).filter((form) => !every.includes(form));
  return { every, allowOnly, strictOnly };
}

/** `/bin/rm x` as `rm x`, so that a rule against `rm` meets it. */
export function withBaseName(name: string, forms: readonly string[]): string[] {
  const slash = name.lastIndexOf('/');
  if (slash === -1 || slash === name.length - 1) return [];
  const base = name.slice(slash + 1);
  return forms.filter((form) => form.startsWith(name)).map((form) => base + form.slice(name.length));
}

function withoutHarmless({ assignments, words }: Unit): string {
  const kept = assignments.filter((assignment) => !isHarmlessAssignment(assignment));
  return [...kept.map(({ text }) => text), words].join(' ');
}

function assignmentTexts({ assignments }: Unit): string {
  return assignments.map(({ text }) => text).join(' ');
}

function distinct(texts: readonly string[]): string[] {
  return texts.length === 2 && texts[0] === texts[1] ? [texts[0] as string] : [...new Set(texts)];
}
