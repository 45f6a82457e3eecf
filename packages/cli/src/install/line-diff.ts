import { diffHunks } from '@caliban/agent/tools';

/** The lines of two texts: ` ` in both, `-` only in the first, `+` only in the second. Lines far from a difference are left out. */
export function lineDiff(before: string, after: string, context = 2): readonly string[] {
  return diffHunks(before, after, { context }).flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ['…']),
    ...lines.filter((line) => !line.startsWith('\\')).map((line) => `${line.slice(0, 1)} ${line.slice(1)}`),
  ]);
}
