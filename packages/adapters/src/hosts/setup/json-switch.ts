import type { OffSwitch } from './host-setup.ts';
import { valueAt } from './json/json-text.ts';
import { readJsonText } from './json/read-json-text.ts';

/** A setting in JSON: its path, and whether its value keeps our hook from running; null if it leaves that to other files. */
export type JsonSwitch = Pick<OffSwitch, 'isOurs'> & {
  readonly keys: readonly string[];
  readonly isOff: (said: unknown) => boolean | null;
};

/** Off with exactly this value. */
export function offBy(value: boolean, ...keys: readonly string[]): JsonSwitch {
  return { keys, isOff: (said) => said === value };
}

/** A list of disabled hooks; those of several files are combined. */
export function offIfListed(isOurs: (name: string) => boolean, ...keys: readonly string[]): JsonSwitch {
  const isListed = (said: unknown) => Array.isArray(said) && said.some((name) => isOurs(String(name)));
  return { keys, isOurs: true, isOff: (said) => (isListed(said) ? true : null) };
}

export function jsonSwitch({ keys, isOff, ...ours }: JsonSwitch, files: OffSwitch['files']): OffSwitch {
  return { name: keys.join('.'), files, isOff: read, ...ours };

  /** A file that can't be parsed is the host's problem. */
  function read(text: string): boolean | null {
    const root = readJsonText(text);
    const said = root.ok ? valueAt(root.value, ...keys) : undefined;
    return said === undefined ? null : isOff(said);
  }
}
