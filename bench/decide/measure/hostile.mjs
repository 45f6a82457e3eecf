import { runChild } from './child.mjs';
import { median } from './clock.mjs';

const MEGABYTE = 1 << 20;

/** A glob that comes close to matching, and a text that keeps it close for a million characters. */
export const HOSTILE = [
  { title: '8 stars', pattern: `Bash:${'*a'.repeat(8)}*b*`, text: `${repeated('a')}c` },
  { title: '40 stars, all but the last there', pattern: `Bash:${'*ab'.repeat(40)}*ba?c`, text: `${repeated('ab')}cc` },
  { title: 'needle of 101, one off', pattern: `Bash:*${'a'.repeat(100)}b*`, text: repeated('a') },
  { title: 'needle of 351, both ends there', pattern: `Bash:*${around('a', 175, 'b')}*`, text: repeated('a') },
  { title: 'needle of 10,001, both ends there', pattern: `Bash:*${around('a', 5000, 'b')}*`, text: repeated('a') },
  { title: '30 holes', pattern: `Bash:*a${'?'.repeat(30)}b?c*`, text: `${repeated('a')}bc` },
  { title: '200 holes', pattern: `Bash:*a${'?'.repeat(200)}b?c*`, text: `${repeated('a')}bc` },
  { title: 'every other character a hole', pattern: `Bash:*${'a?'.repeat(60)}b?c*`, text: `${repeated('a')}bc` },
  { title: 'a million characters in a name', pattern: 'Edit:**/*a*b?a*c', text: `${repeated('a')}bc` },
  { title: '200 holes in a name', pattern: `Edit:**/*a${'?'.repeat(200)}b?c`, text: `${repeated('a')}bc` },
  { title: '400 holes in a name', pattern: `Edit:**/*a${'?'.repeat(400)}b?c`, text: `${repeated('a')}bc` },
  { title: 'half a million names', pattern: 'Edit:**/a/**/b/c?', text: `${repeated('a/')}b/c` },
  { title: '100 names, then another', pattern: `Edit:**/${'a/'.repeat(100)}b/c`, text: `${repeated('a/')}c/b/c` },
  { title: 'the long way round', pattern: 'Edit:/b/**', text: repeated('a/../') },
];

/** The first decision on each, in a fresh process: `{ title, milliseconds }`. */
export async function measureHostile({ repeats }) {
  const results = [];
  for (const { title } of HOSTILE) {
    const times = [];
    for (let time = 0; time < repeats; time++)
      times.push((await runChild('hostile-worker.mjs', [title]))?.milliseconds);
    results.push({ title, milliseconds: median(times) });
  }
  return results;
}

function repeated(piece) {
  return piece.repeat(Math.ceil(MEGABYTE / piece.length));
}

function around(character, times, middle) {
  return character.repeat(times) + middle + character.repeat(times);
}
