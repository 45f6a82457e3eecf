import type { OffSwitch } from './host-setup.ts';
import { valueAt } from './json/json-text.ts';
import { readJsonText } from './json/read-json-text.ts';

/** A setting in JSON: where it stands, and whether what it says keeps our hook from running; null where it leaves that to others. */
export type JsonSwitch = Pick<OffSwitch, 'isOurs'> & {
  readonly keys: readonly string[];
  readonly isOff: (said: unknown) => boolean | null;
};

/** Off with exactly this value. */
export function offBy(value: boolean, ...keys: readonly string[]): JsonSwitch {
  return { keys, isOff: (said) => said === value };
}

/** A list of hooks that do not run; those of several files add up. */
export function offIfListed(isOurs: (name: string) => boolean, ...keys: readonly string[]): JsonSwitch {
  const isListed = (said: unknown) => Array.isArray(said) && said.some((name) => isOurs(String(name)));
  return { keys, isOurs: true, isOff: (said) => (isListed(said) ? true : null) };
}

export function jsonSwitch({ keys, isOff, ...ours }: JsonSwitch, files: OffSwitch['files']): OffSwitch {
  return { name: keys.join('.'), files, isOff: read, ...ours };

  /** A file that cannot be read is the host's trouble. */
  function read(text: string): boolean | null {
    const root = readJsonText(text);
    const said = root.ok ? valueAt(root.value, ...keys) : undefined;
    return said === undefined ? null : isOff(said);
  }
}
