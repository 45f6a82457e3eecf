import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '../files/atomic-write.ts';
import { withLock } from '../files/file-lock.ts';
import { followLinks } from '../files/follow-links.ts';
import { makeDirectories } from '../files/make-directories.ts';
import { readTextFile } from '../files/read-text-file.ts';
import type { LayerFiles } from '../locations.ts';
import { loadText, splitByteOrderMark } from './loaded-text.ts';

export type SwitchedOn = 'written' | 'already-set' | 'not-written';

/**
 * Writes `see_through_wrappers = true` to the user's file if the file does not say anything about it. Everything else stays as it is: a
 * file that cannot be edited that way is not written. `heading` goes to the top of it.
 */
export async function seeThroughWrappers(
  { permissions, directory }: Pick<LayerFiles, 'permissions' | 'directory'>,
  { heading }: { readonly heading: string },
): Promise<SwitchedOn> {
  makeDirectories(directory, { mode: 0o700 });
  const file = followLinks(permissions);
  return withLock(file, (): SwitchedOn => {
    const read = readTextFile(permissions);
    if (!read.ok) return 'not-written';
    const { mark, text } = splitByteOrderMark(read.value ?? '');
    const edited = withSetting(text);
    if (edited === null) return 'not-written';
    if (edited === text) return 'already-set';
    writeAtomically(file, mark + heading + edited, { mode: 0o600 });
    return 'written';
  });
}

const SETTING = 'see_through_wrappers = true';

/** Below `[permissions]` where there is such a line, else in a table of its own above the first rule. Null: neither works. */
export function withSetting(text: string): string | null {
  const before = loadText(text);
  if (!before.ok || before.value.policy.errors.length > 0) return null;
  if (before.value.policy.settings.seeThroughWrappers !== undefined) return text;
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const edited = insertions(text, eol).find((candidate) => {
    const after = loadText(candidate);
    return (
      after.ok &&
      after.value.policy.errors.length === 0 &&
      isDeepStrictEqual(after.value.policy.rules.map(plain), before.value.policy.rules.map(plain)) &&
      after.value.policy.settings.seeThroughWrappers !== undefined &&
      Object.keys(after.value.policy.settings).length === Object.keys(before.value.policy.settings).length + 1
    );
  });
  return edited ?? null;
}

function insertions(text: string, eol: string): readonly string[] {
  const header = /^[ \t]*\[[ \t]*permissions[ \t]*\][^\n]*(?:\n|$)/m.exec(text);
  if (header !== null) {
    const end = header.index + header[0].length;
    const line = header[0].endsWith('\n') ? '' : eol;
    return [`${text.slice(0, end)}${line}${SETTING}${eol}${text.slice(end)}`];
  }
  const rule = /^(?:[ \t]*#[^\n]*\n)*[ \t]*\[\[?[ \t]*permissions\b/m.exec(text);
  const table = `[permissions]${eol}${SETTING}${eol}${eol}`;
  if (text.trim() === '') return [`[permissions]${eol}${SETTING}${eol}`];
  return rule === null
    ? [`${text}${text.endsWith('\n') ? '' : eol}${eol}${table.slice(0, -eol.length)}`]
    : [text.slice(0, rule.index) + table + text.slice(rule.index)];
}

function plain(rule: object): unknown {
  return JSON.parse(JSON.stringify({ ...rule, path: undefined, entry: undefined, source: undefined }));
}
