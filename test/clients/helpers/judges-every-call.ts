import { expect, test } from 'vitest';
import type { Client, Use } from './client.ts';
import { converse } from './converse.ts';
import { isNewIn } from './obeys-the-rules.ts';
import { STEPS, type Step } from './steps.ts';

const [DENIED, ALLOWED] = STEPS as readonly [Step, Step];

export function judgesCallsAtOnce(client: Client): void {
  test('of two calls at once each is judged', async () => {
    const { left, log, requests } = await converse(client, { steps: [DENIED, ALLOWED], atOnce: true });
    expect(left).toEqual(['allowed']);
    expect(log.map(({ outcome }) => outcome).sort()).toEqual(['allow', 'deny']);
    expect(isNewIn(requests, 1, 'no such file here')).toBe(true);
  });
}

/** `starts` is a call that starts another agent; the same model answers it. */
export function judgesSubAgents(client: Client, starts: Use): void {
  test('calls of a sub-agent are judged', async () => {
    const start: Step = { ...ALLOWED, about: 'a sub-agent', use: () => starts };
    const { left, log, requests } = await converse(client, { steps: [start, DENIED, ALLOWED] });
    expect(left).toContain('allowed');
    expect(left).not.toContain('denied');
    expect(log.map(({ tool_name, outcome }) => [tool_name, outcome])).toEqual([
      ['Agent', 'allow'],
      ['Bash', 'deny'],
      ['Bash', 'allow'],
    ]);
    // One more than without it: the sub-agent ends, and whoever started it too.
    expect(requests).toHaveLength(5);
  });
}
