import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { PermissionMode } from '@caliban/gate';
import { isPermissionMode, PERMISSION_MODES } from '@caliban/gate/types';
import type { Sourced } from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';

/** A value and its source: a flag, a variable, `file:line`, or `built-in`. */
export type From<Value> = { readonly value: Value; readonly from: string };

type Environment = Readonly<Record<string, string | undefined>>;

export type ModeSources = {
  readonly flag: string | undefined;
  readonly flagName: string;
  readonly env: Environment;
  readonly file: Sourced<PermissionMode> | undefined;
};

/** Flag, environment, file, `default`. */
export function chosenMode({ flag, flagName, env, file }: ModeSources): Result<From<PermissionMode>, string> {
  const written =
    flag !== undefined ? { value: flag, from: flagName } : { value: env[MODE_VARIABLE] ?? '', from: MODE_VARIABLE };
  if (flag === undefined && written.value === '') {
    return ok(
      file === undefined ? { value: 'default', from: 'built-in' } : { value: file.value, from: formatSource(file) },
    );
  }
  const { value, from } = written;
  if (isPermissionMode(value)) return ok({ value, from });
  return fail(`${from} says \`${value}\`, which is not a mode; the modes are ${PERMISSION_MODES.join(', ')}`);
}

const MODE_VARIABLE = 'CALIBAN_DEFAULT_PERMISSION_MODE';

export type SwitchSources = {
  readonly flag: boolean;
  readonly flagName: string;
  readonly env: Environment;
  readonly variable: string;
  readonly file?: Sourced<boolean> | undefined;
};

/** Any source that says yes is enough. */
export function isSwitchedOn({ flag, flagName, env, variable, file }: SwitchSources): Result<From<boolean>, string> {
  const said = env[variable] ?? '';
  if (!YES.includes(said) && !NO.includes(said)) return fail(`${variable} is \`${said}\`; write 1 or 0`);
  if (flag) return ok({ value: true, from: flagName });
  if (YES.includes(said)) return ok({ value: true, from: variable });
  return ok(file === undefined ? { value: false, from: 'built-in' } : { value: file.value, from: formatSource(file) });
}

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['', '0', 'false', 'no', 'off'];
