import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { splitByteOrderMark } from '../../src/documents/parsed-text.ts';
import { editLoaded } from '../../src/rules/edit/edit-toml.ts';
import type { RuleEdit } from '../../src/rules/edit/rule-edit.ts';
import { loadText } from '../../src/rules/read/loaded-text.ts';

/** As a file is changed, without the file. */
export function editToml(
  written: string,
  edit: RuleEdit,
): Result<string, { readonly kind: string; readonly message: string }> {
  const { mark, text } = splitByteOrderMark(written);
  const loaded = loadText(text);
  const error = loaded.ok ? loaded.value.policy.errors[0] : loaded.error;
  if (!loaded.ok || error !== undefined) return fail({ kind: 'does-not-load', message: error?.message ?? '' });
  const result = editLoaded(loaded.value, edit);
  return result.ok ? ok(mark + result.value.parsed.text) : result;
}
