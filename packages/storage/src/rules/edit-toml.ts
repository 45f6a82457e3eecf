import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { convertLegacy } from './edit/convert-legacy.ts';
import { editText } from './edit/edit-text.ts';
import { isIntended } from './edit/intended.ts';
import type { RuleEdit } from './edit/rule-edit.ts';
import { isWritable } from './format-toml.ts';
import { type LoadedText, loadText, splitByteOrderMark } from './loaded-text.ts';
import { writtenFields } from './written-rule.ts';

export type EditProblem =
  /** The text does not load as it is. */
  | { readonly kind: 'does-not-load'; readonly message: string }
  | { readonly kind: 'no-such-rule'; readonly message: string }
  | { readonly kind: 'not-writable'; readonly message: string }
  /** The text is written in a way we cannot edit without changing something else. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Edits the rules of a TOML file in place. A file in an outdated form becomes canonical on the way and keeps its comments. The result
 * is parsed again and held against the edit on values: what differs is refused.
 */
export function editToml(written: string, edit: RuleEdit): Result<string, EditProblem> {
  return onText(written, (loaded) => editLoaded(loaded, edit));
}

/** The same rules in canonical form, every comment kept; canonical text comes back as it is. */
export function canonicalToml(written: string): Result<string, EditProblem> {
  return onText(written, (loaded) => rewrite(loaded, null));
}

/** The same for a text that has been parsed already; what comes back can be edited again. */
export function editLoaded(before: LoadedText, edit: RuleEdit): Result<LoadedText, EditProblem> {
  const problem = unfit(edit, before.policy.rules.length);
  return problem === null ? rewrite(before, edit) : fail(problem);
}

function onText(
  written: string,
  work: (loaded: LoadedText) => Result<LoadedText, EditProblem>,
): Result<string, EditProblem> {
  const { mark, text } = splitByteOrderMark(written);
  const loaded = loadText(text);
  if (!loaded.ok) return fail({ kind: 'does-not-load', message: loaded.error.message });
  const [error] = loaded.value.policy.errors;
  if (error !== undefined) return fail({ kind: 'does-not-load', message: error.message });
  const result = work(loaded.value);
  return result.ok ? ok(mark + result.value.text) : result;
}

function rewrite(before: LoadedText, edit: RuleEdit | null): Result<LoadedText, EditProblem> {
  const text = attempt(() => {
    const canonical = isCanonical(before) ? before.text : convertLegacy(before.text);
    return edit === null ? canonical : editText(canonical, edit, before.policy.rules.length);
  });
  const after = text === null ? null : loadText(text);
  const isRight =
    after?.ok &&
    after.value.policy.errors.length === 0 &&
    isCanonical(after.value) &&
    isIntended(before, edit, after.value);
  return isRight ? after : fail(REFUSED);
}

const REFUSED: EditProblem = {
  kind: 'refused',
  message: 'the file is written in a way that cannot be edited without touching something else; edit it by hand',
};

function isCanonical({ policy }: LoadedText): boolean {
  return policy.legacyForms.length === 0;
}

/** The second parser may not understand what the first did. */
function attempt(edit: () => string): string | null {
  try {
    return edit();
  } catch {
    return null;
  }
}

function unfit(edit: RuleEdit, count: number): EditProblem | null {
  const places = edit.kind === 'move' ? [edit.from, edit.to] : [edit.at];
  const end = edit.kind === 'insert' ? count : count - 1;
  const beyond = places.find((place) => !Number.isInteger(place) || place < 0 || place > end);
  if (beyond !== undefined) {
    return { kind: 'no-such-rule', message: `there is no place ${beyond + 1} among ${count} rules` };
  }
  const unwritable = newTexts(edit).find(([, text]) => !isWritable(text));
  if (unwritable === undefined) return null;
  const message = `\`${unwritable[0]}\` holds half a character, which no file can hold; remove it`;
  return { kind: 'not-writable', message };
}

function newTexts(edit: RuleEdit): readonly (readonly [string, string])[] {
  switch (edit.kind) {
    case 'insert':
      return edit.rules.flatMap(writtenFields);
    case 'change':
      return Object.entries(edit.fields).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
    case 'remove':
    case 'move':
      return [];
  }
}
