import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A log file that was rotated away. */
export type Archive = {
  readonly path: string;
  readonly isCompressed: boolean;
  /** When it was rotated, in milliseconds since 1970. */
  readonly rotatedAt: number;
};

/** Oldest first. One that is being compressed right now is listed once, as it was. */
export function listArchives(log: string): readonly Archive[] {
  const directory = dirname(log);
  const names = new Set(readNames(directory));
  return [...names]
    .flatMap((name) => {
      const parsed = parseName(log, name);
      return parsed === null || (parsed.isCompressed && names.has(name.slice(0, -GZ.length)))
        ? []
        : [{ name, ...parsed }];
    })
    .sort((a, b) => a.rotatedAt - b.rotatedAt || a.count - b.count || (a.name < b.name ? -1 : 1))
    .map(({ name, isCompressed, rotatedAt }) => ({ path: join(directory, name), isCompressed, rotatedAt }));
}

/** `…-<UTC date>T<time>-<pid>.jsonl`. If the name is taken because the clock was set back, a counter is appended. */
export function newArchivePath(log: string, at: Date, pid: number): string {
  const stamp = at.toISOString().replaceAll(':', '-').replace('Z', '');
  for (let count = 1; ; count++) {
    const path = join(dirname(log), `${stemOf(log)}-${stamp}-${pid}${count === 1 ? '' : `-${count}`}${EXTENSION}`);
    if (!existsSync(path) && !existsSync(path + GZ)) return path;
  }
}

export const GZ = '.gz';

const EXTENSION = '.jsonl';

function stemOf(log: string): string {
  return basename(log, EXTENSION);
}

/** A year with more than four digits is written with a sign and six digits. */
const NAME = /^-((?:\d{4}|[+-]\d{6})-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})-\d+(?:-(\d+))?\.jsonl(\.gz)?$/;

function parseName(log: string, name: string): { isCompressed: boolean; rotatedAt: number; count: number } | null {
  const stem = stemOf(log);
  const match = name.startsWith(stem) ? NAME.exec(name.slice(stem.length)) : null;
  if (match === null) return null;
  const [, date, hour, minute, second, count = '1', gz] = match;
  const rotatedAt = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(rotatedAt) ? null : { isCompressed: gz !== undefined, rotatedAt, count: Number(count) };
}

function readNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
