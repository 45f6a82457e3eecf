import { expect, test } from 'vitest';
import { recorded } from '../../../packages/adapters/test/helpers/recorded.ts';
import type { Client } from './client.ts';
import type { Conversation } from './converse.ts';

/** The tests of the adapters read recorded payloads; here it shows when a client has begun to send something else. */
export function sendsWhatIsRecorded(
  { host }: Client,
  conversation: () => Conversation,
  names: Readonly<Record<string, string>>,
): void {
  test.each(Object.entries(names))('its %s payloads have the fields of `%s.json`', (tool, name) => {
    const sent = conversation().seen.find(({ tool_name }) => tool_name === tool);
    expect(Object.keys(sent ?? {}).sort()).toEqual(Object.keys(recorded(host, name) as object).sort());
  });
}
