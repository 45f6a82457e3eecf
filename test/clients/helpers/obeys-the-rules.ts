import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import type { Conversation } from './converse.ts';
import type { ModelRequest } from './model-server.ts';
import { STEPS } from './steps.ts';

/** What holds for every client. */
export function obeysTheRules({ unasked }: Client, conversation: () => Conversation): void {
  describe('obeys the rules', () => {
    test('it ends by itself, and its model gets a result for every call', () => {
      const { finished, requests } = conversation();
      expect(finished).toMatchObject({ code: 0, timedOut: false });
      expect(requests).toHaveLength(STEPS.length + 1);
    });

    test.each(STEPS.map((step, index) => [step.about, step.outcome, { ...step, index }] as const))(
      '%s: %s',
      (_about, outcome, { leaves, tells = '', index }) => {
        const { left, requests } = conversation();
        expect(left.includes(leaves)).toBe(outcome === 'allow');
        if (outcome !== 'allow') expect(isNewIn(requests, index + 1, tells)).toBe(true);
      },
    );

    test('the decision log has one line for each call', () => {
      expect(conversation().log.map(({ tool_name, outcome }) => [tool_name, outcome])).toEqual(
        STEPS.map(({ loggedAs, outcome }) => [loggedAs, outcome === 'unasked' ? unasked : outcome]),
      );
    });

    test('its own history, from which rules are learned, says which calls ran', () => {
      expect(conversation().history.map(({ ran }) => ran === 'yes')).toEqual(
        STEPS.map(({ outcome }) => outcome === 'allow'),
      );
    });
  });
}

/** Whether a request says something more often than the one before it, of which it is a continuation. */
export function isNewIn(requests: readonly ModelRequest[], index: number, text: string): boolean {
  return occurrences(requests[index], text) > occurrences(requests[index - 1], text);
}

function occurrences(request: ModelRequest | undefined, text: string): number {
  return JSON.stringify(request?.body ?? '').split(JSON.stringify(text).slice(1, -1)).length - 1;
}
