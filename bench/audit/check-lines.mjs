import { readFileSync } from 'node:fs';

/** A figure counts only if the lines are there, whole, each of them; and the very ones that were expected, where that is known. */
export function checkLines(file, { lines, expected }) {
  const text = readFileSync(file, 'utf8');
  const found = text.split('\n');
  if (found.pop() !== '') throw new Error('the last line is torn');
  if (found.length !== lines) throw new Error(`${lines - found.length} of ${lines} lines are lost`);
  for (const line of found) JSON.parse(line);
  if (expected !== undefined && text !== expected) throw new Error('the lines are not those that were expected');
}
