import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { isRfc3339 } from '../../documents/rfc3339.ts';

/** Parses a time as people write it: RFC 3339, or an age (`45m`, `2h`, `3d`, `1w`). In milliseconds since 1970. */
export function parseWhen(text: string, now: number): Result<number, string> {
  const ago = /^(\d{1,9})([smhdw])$/.exec(text);
  const time = ago === null ? instant(text) : now - Number(ago[1]) * (MILLISECONDS[ago[2] as string] as number);
  return Math.abs(time) <= LATEST ? ok(time) : fail(`no such time: \`${text}\`; write one like ${EXAMPLES}`);
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const EXAMPLES = '`2h`, `3d`, `45m`, `1w`, `2026-11-15` or `2026-11-15T09:30:00Z`';

/** The largest time value of a JavaScript `Date`. */
const LATEST = 8.64e15;

/** A date without a time is local midnight. NaN if it isn't a time. */
function instant(text: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return isRfc3339(`${text}T00:00:00Z`) ? Date.parse(`${text}T00:00:00`) : Number.NaN;
  return isRfc3339(text) ? Date.parse(text.toUpperCase().replace(' ', 'T')) : Number.NaN;
}
