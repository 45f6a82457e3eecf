import { plural } from '@caliban/calls/text';

/** What a command did in a rehearsal, and what a yes does. */
export function rehearsalHeadline({
  changes,
  exitCode,
}: {
  readonly changes: number;
  readonly exitCode: number;
}): string {
  const end = exitCode === 0 ? '' : `, exit code ${exitCode}`;
  if (changes === 0) return `Rehearsed without network: it changes no files${end}. A yes runs it.`;
  return `Rehearsed without network: ${plural(changes, 'change')}${end}. A yes makes ${changes === 1 ? 'it' : 'them'}, without running it again.`;
}
