import { isLookedPast } from '../programs/sensitive-variables.ts';
import type { Assignment, Unit } from '../types/command-line.ts';
import { withSingleBlanks } from './single-blanks.ts';

/** The texts of a unit that rules are tried on. Deliberately lopsided: a deny or ask sees through what an allow must spell out. */
export type UnitForms = {
  /** Both kinds of rule are tried on these. */
  readonly every: readonly string[];
  /** With its redirections; null where that is the same. An allow is to fit the words, or to spell what is redirected. */
  readonly written: string | null;
  readonly allowOnly: readonly string[];
  readonly strictOnly: readonly string[];
};

export function unitForms(unit: Unit): UnitForms {
  if (isOneForm(unit)) return { every: [unit.text], written: null, allowOnly: NONE, strictOnly: NONE };
  const every = [unit.text];
  const kept = unit.assignments.filter((assignment) => !isHarmlessBefore(unit.name, assignment));
  const allowOnly = kept.length === unit.assignments.length ? [] : [[...kept.map(textOf), unit.command].join(' ')];
  const strictOnly = distinct([
    unit.raw,
    unit.command,
    unit.plain,
    withSingleBlanks(unit.plain) ?? unit.plain,
    spacedRedirections(unit.raw),
    ...(unit.assignments.length === 0 ? [] : [`${assignmentTexts(unit)} ${unit.plain}`]),
    ...(unit.name === null ? [] : withBaseName(unit.name, [unit.plain, unit.command])),
  ]).filter((form) => !every.includes(form));
  return { every, written: unit.raw === unit.text ? null : unit.raw, allowOnly, strictOnly };
}

/** `cat<x` is `cat <x`. */
function spacedRedirections(raw: string): string {
  return raw.replaceAll(/([^\s\d<>&])(\d*[<>])/g, '$1 $2');
}

/** Bare words, as most commands are. */
function isOneForm({ text, raw, plain, name, assignments }: Unit): boolean {
  return assignments.length === 0 && text === plain && text === raw && name?.includes('/') === false;
}

/** What shell syntax makes of the words; a deny or ask must not be dodged by it. */
export function settledForms({ name, settled }: Unit): readonly string[] {
  if (settled === undefined) return NONE;
  const texts = settled().texts.flatMap((text) => [text, withSingleBlanks(text) ?? text]);
  if (name !== null) return [...texts, ...withBaseName(name, texts)];
  return texts.flatMap((text) => [text, ...withBaseName(text.split(' ', 1)[0] as string, [text])]);
}

const NONE: readonly string[] = [];

/** `/bin/rm x` as `rm x`, so that a rule against `rm` meets it. */
export function withBaseName(name: string, forms: readonly string[]): string[] {
  const slash = name.lastIndexOf('/');
  if (slash === -1 || slash === name.length - 1) return [];
  const base = name.slice(slash + 1);
  return forms.filter((form) => form.startsWith(name)).map((form) => base + form.slice(name.length));
}

/** `IFS= read -r line`: there it says where the built-in splits a line, and nothing else ever sees it. */
function isHarmlessBefore(name: string | null, assignment: Assignment): boolean {
  return isLookedPast(assignment, name) || (name === 'read' && assignment.name === 'IFS' && assignment.value !== null);
}

function assignmentTexts({ assignments }: Unit): string {
  return assignments.map(textOf).join(' ');
}

function textOf({ text }: Assignment): string {
  return text;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
