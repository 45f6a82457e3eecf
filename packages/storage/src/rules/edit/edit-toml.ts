import type { Result } from '@caliban/calls';
import { fail } from '@caliban/calls/types';
import { formatTest, isWritable } from '../format-toml.ts';
import { type LoadedText, loadText } from '../read/loaded-text.ts';
import { type RuleValue, writtenFields } from '../written-rule.ts';
import { convertLegacy } from './convert-legacy.ts';
import { editText } from './edit-text.ts';
import type { RuleEdit } from './rule-edit.ts';
import { isIntended } from './verify-edit.ts';

export type EditProblem =
  | { readonly kind: 'no-such-rule'; readonly message: string }
  | { readonly kind: 'not-writable'; readonly message: string }
  /** The text is written in a way that can't be edited without changing something else. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Edits the rules of a TOML file in place, or adds a test; the result can be edited again. A file in an outdated form becomes
 * canonical first and keeps its comments. The result is parsed again and compared with the same edit on values; if they differ,
 * the edit is refused.
 */
export function editLoaded(before: LoadedText, edit: RuleEdit): Result<LoadedText, EditProblem> {
  const problem = unfit(edit, before.policy.rules.length);
  return problem === null ? rewrite(before, edit) : fail(problem);
}

/** The same rules in the current form, with every comment; null if that would change something else. */
export function canonicalText(before: LoadedText): string | null {
  const text = attempt(() => convertLegacy(before.parsed.text));
  const after = text === null ? null : loadText(text);
  return after?.ok && isRight(before, NOTHING, after.value) ? after.value.parsed.text : null;
}

const NOTHING: RuleEdit = { kind: 'insert', at: 0, rules: [] };

function rewrite(before: LoadedText, edit: RuleEdit): Result<LoadedText, EditProblem> {
  const text = attempt(() => {
    const canonical = isCanonical(before) ? before.parsed.text : convertLegacy(before.parsed.text);
    return editText(canonical, edit);
  });
  const after = text === null ? null : loadText(text);
  return after?.ok && isRight(before, edit, after.value) ? after : fail(REFUSED);
}

function isRight(before: LoadedText, edit: RuleEdit, after: LoadedText): boolean {
  return after.policy.errors.length === 0 && isCanonical(after) && isIntended(before, edit, after);
}

const REFUSED: EditProblem = {
  kind: 'refused',
  message:
    'the file is written in a way that cannot be edited without touching something else; edit it by hand, or start from what `caliban perms export` prints',
};

function isCanonical({ policy }: LoadedText): boolean {
  return policy.legacyForms.length === 0;
}

/** The scanner may fail on a text that the parser accepted. */
function attempt(edit: () => string): string | null {
  try {
    return edit();
  } catch {
    return null;
  }
}

function unfit(edit: RuleEdit, count: number): EditProblem | null {
  const places = placesOf(edit);
  const end = edit.kind === 'insert' ? count : count - 1;
  const beyond = places.find((place) => !Number.isInteger(place) || place < 0 || place > end);
  if (beyond !== undefined) {
    return { kind: 'no-such-rule', message: `there is no position ${beyond + 1} among ${count} rules` };
  }
  const unwritable = newTexts(edit).find(([, text]) => !isWritable(text));
  if (unwritable === undefined) return null;
  const message = `\`${unwritable[0]}\` contains half a character, which cannot be written to a file; remove it`;
  return { kind: 'not-writable', message };
}

function placesOf(edit: RuleEdit): readonly number[] {
  switch (edit.kind) {
    case 'insert':
    case 'remove':
    case 'change':
      return [edit.at];
    case 'move':
      return [edit.from, edit.to];
    case 'add-test':
      return [];
  }
}

function newTexts(edit: RuleEdit): readonly (readonly [string, string])[] {
  switch (edit.kind) {
    case 'insert':
      return edit.rules.flatMap(writtenFields).flatMap(textOnly);
    case 'change':
      return Object.entries(edit.fields).flatMap(textOnly);
    case 'add-test':
      return [['test', formatTest(edit.test)]];
    case 'remove':
    case 'move':
      return [];
  }
}

function textOnly([key, value]: readonly [string, RuleValue | null]): readonly (readonly [string, string])[] {
  return typeof value === 'string' ? [[key, value]] : [];
}
