import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';

/**
 * `$NAME` and `${NAME}` are replaced by the variable's value, `$$` by a dollar sign. An unset variable is an error, not an empty
 * text.
 */
export function expandVariables(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Result<string, string> {
  const missing: string[] = [];
  const expanded = text.replaceAll(REFERENCE, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  if (missing.length === 0) return ok(expanded);
  return fail(`the environment variable \`${missing[0]}\` is not set; set it, or write another in its place`);
}

const REFERENCE = /\$\$|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
