import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { converse } from './converse.ts';
import { isNewIn } from './obeys-the-rules.ts';
import { STEPS } from './steps.ts';

/** A denied and an allowed command. */
const TWO = STEPS.slice(0, 2);

export function failsClosed(client: Client): void {
  test('installed for the project, it finds caliban by its name', async () => {
    const { left, log } = await converse(client, { steps: TWO, scope: 'project' });
    expect(left).toEqual(['allowed']);
    expect(log.map(({ outcome }) => outcome)).toEqual(['deny', 'allow']);
  });

  test('once caliban is gone, nothing runs', async () => {
    const meanwhile = (place: { remove(path: string): void }) => place.remove('/bin/caliban');
    const { left, requests } = await converse(client, { steps: TWO, scope: 'project', meanwhile });
    expect(left).toEqual([]);
    expect(isNewIn(requests, 2, 'caliban did not allow the call')).toBe(true);
  });

  test('while the rules are broken, nothing runs', async () => {
    const meanwhile = (place: { write(path: string, content: string): void }) =>
      place.write('~/.config/caliban/permissions.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "alow"\n');
    const { left, requests } = await converse(client, { steps: TWO, meanwhile });
    expect(left).toEqual([]);
    expect(isNewIn(requests, 2, 'unknown action `alow`')).toBe(true);
  });
}
