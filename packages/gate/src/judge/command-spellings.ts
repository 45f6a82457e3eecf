import { isLookedPast } from '@caliban/calls/programs';
import { operatorsSpelt } from '@caliban/calls/shell';
import type { Assignment, OperatorSet, Unit } from '@caliban/calls/types';

/**
 * The texts of a unit that rules are tried on. Deliberately asymmetric: a deny or ask sees through spellings that an allow must
 * contain literally.
 */
export type CommandSpellings = {
  /** Both kinds of rule are tried on these. */
  readonly every: readonly string[];
  /** With its redirections; null if that is the same. An allow has to match the words, or contain the redirection. */
  readonly written: string | null;
  readonly forAllow: readonly string[];
  readonly forDeny: readonly string[];
};

export function commandSpellings(unit: Unit): CommandSpellings {
  if (isOneForm(unit)) return { every: [unit.text], written: null, forAllow: NONE, forDeny: NONE };
  const every = [unit.text];
  const kept = unit.assignments.filter((assignment) => !isHarmlessBefore(unit.name, assignment));
  const forAllow = kept.length === unit.assignments.length ? [] : [[...kept.map(textOf), unit.command].join(' ')];
  const forDeny = distinct([
    unit.raw,
    unit.command,
    unit.plain,
    withSingleBlanks(unit.plain) ?? unit.plain,
    spacedRedirections(unit.raw),
    ...(unit.assignments.length === 0 ? [] : [`${assignmentTexts(unit)} ${unit.plain}`]),
    ...(unit.name === null ? [] : withBaseName(unit.name, [unit.plain, unit.command])),
  ]).filter((form) => !every.includes(form));
  return { every, written: unit.raw === unit.text ? null : unit.raw, forAllow, forDeny };
}

/** `cat<x` is `cat <x`. */
function spacedRedirections(raw: string): string {
  return raw.replaceAll(/([^\s\d<>&])(\d*[<>])/g, '$1 $2');
}

/** Bare words, like most commands. */
function isOneForm({ text, raw, plain, name, assignments }: Unit): boolean {
  return assignments.length === 0 && text === plain && text === raw && name?.includes('/') === false;
}

/** The command after expansion. Shell syntax must not bypass a deny or ask. */
export function expandedSpellings({ name, expandedCommand }: Unit): readonly string[] {
  if (expandedCommand === undefined) return NONE;
  const texts = expandedCommand().texts.flatMap((text) => [text, withSingleBlanks(text) ?? text]);
  if (name !== null) return [...texts, ...withBaseName(name, texts)];
  return texts.flatMap((text) => [text, ...withBaseName(text.split(' ', 1)[0] as string, [text])]);
}

const NONE: readonly string[] = [];

/** `/bin/rm x` as `rm x`, so that a rule against `rm` matches it. */
export function withBaseName(name: string, forms: readonly string[]): string[] {
  const slash = name.lastIndexOf('/');
  if (slash === -1 || slash === name.length - 1) return [];
  const base = name.slice(slash + 1);
  return forms.filter((form) => form.startsWith(name)).map((form) => base + form.slice(name.length));
}

/** `IFS= read -r line`: there it only affects how the built-in splits a line. */
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

/** Beside the bits of the operators between commands: some pattern contains a redirection. */
export const REDIRECTION: OperatorSet = 1 << 24;

/** What a deny or ask requires of a line beyond words; other forms of a line are computed only if some rule requires them. */
export function strictSpelling(pattern: string): OperatorSet {
  return operatorsSpelt(pattern) | (spellsRedirection(pattern) ? REDIRECTION : 0);
}

export function spellsRedirection(pattern: string): boolean {
  return pattern.includes('>') || pattern.includes('<');
}

/** Collapses blanks, also in quotes: text that a quote passes to another shell is split by that shell. Null if nothing changes. */
export function withSingleBlanks(text: string): string | null {
  return MANY_BLANKS.test(text) ? text.replaceAll(BLANKS, ' ') : null;
}

const BLANKS = /(?:[ \t]|\\\n)+/g;
const MANY_BLANKS = /\t| {2}|\\\n/;
