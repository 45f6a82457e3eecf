import { isDeepStrictEqual } from 'node:util';
import { splitByteOrderMark } from '../../documents/parsed-text.ts';
import { writeAtomically } from '../../files/atomic-write.ts';
import { withLock } from '../../files/file-lock.ts';
import { followLinks } from '../../files/follow-links.ts';
import { makeDirectories } from '../../files/make-directories.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import type { LayerFiles } from '../../layers/locations.ts';
import { loadText } from '../read/loaded-text.ts';
import { toWritten } from '../written-rule.ts';
import { blockOf } from './edit-tables.ts';
import { isNamed, TomlText } from './toml-text.ts';

export type SwitchedOn = 'written' | 'already-set' | 'not-written';

/**
 * Writes `see_through_wrappers = true` to the user's file if the file doesn't set it. Everything else stays as it is; a file that
 * can't be edited that way isn't written. `heading` goes to the top of the file.
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

/** Inserted below the `[permissions]` line, or in a new table above the first rule. Null if that would change something else. */
export function withSetting(text: string): string | null {
  const before = loadText(text);
  if (!before.ok || before.value.policy.errors.length > 0) return null;
  const { rules, settings } = before.value.policy;
  if (settings.seeThroughWrappers !== undefined) return text;
  const edited = withSettingLine(new TomlText(text));
  const after = loadText(edited);
  const isRight =
    after.ok &&
    after.value.policy.errors.length === 0 &&
    isDeepStrictEqual(after.value.policy.rules.map(toWritten), rules.map(toWritten)) &&
    after.value.policy.settings.seeThroughWrappers !== undefined &&
    Object.keys(after.value.policy.settings).length === Object.keys(settings).length + 1;
  return isRight ? edited : null;
}

function withSettingLine(source: TomlText): string {
  const { text, eol, tables } = source;
  const table = tables.find((candidate) => isNamed(candidate, 'permissions'));
  if (table !== undefined) {
    const line = source.nextLine(table.key.end);
    const isEnded = text.endsWith('\n', line);
    return `${text.slice(0, line)}${isEnded ? '' : eol}${SETTING}${eol}${text.slice(line)}`;
  }
  const newTable = `[permissions]${eol}${SETTING}${eol}`;
  if (text.trim() === '') return newTable;
  const first = tables.find(({ key }) => key.names[0] === 'permissions');
  if (first === undefined) return `${text}${text.endsWith('\n') ? '' : eol}${eol}${newTable}`;
  const { start } = blockOf(source, first);
  return `${text.slice(0, start)}${newTable}${eol}${text.slice(start)}`;
}
