import { spawnSync } from 'node:child_process';

/** Each gives null where it can be had, else what is missing. */
export function root() {
  if (process.getuid?.() !== 0) return 'needs root';
  return process.platform === 'linux' ? null : 'needs Linux';
}

/** Root may write anywhere; somebody else has to be found. */
export function otherUser() {
  const missing = root();
  if (missing !== null) return missing;
  return spawnSync('setpriv', [...AS_NOBODY, 'true']).status === 0 ? null : 'needs setpriv';
}

const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];

/** For `around`: the program as somebody who owns nothing. */
export const AROUND_NOBODY = `exec setpriv ${AS_NOBODY.join(' ')} "$@"`;

export function linux() {
  return process.platform === 'linux' ? null : 'needs Linux';
}
