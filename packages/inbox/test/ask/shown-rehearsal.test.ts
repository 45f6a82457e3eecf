import { absolutePath, describeCall } from '@caliban/calls';
import type { Question } from '@caliban/gate';
import type { Rehearsal } from '@caliban/gate/types';
import { expect, test } from 'vitest';
import { type Ask, boundHash, foldKey } from '../../src/ask/ask.ts';
import { parseAsk } from '../../src/ask/parse-ask.ts';
import { askOf } from '../../src/client/ask-of.ts';

const CHANGED = { path: 'a', effect: 'changed', kind: 'file', detail: '', diff: '@@ -1 +1 @@\n-one\n+two' } as const;
const NOT_ITS_DIGEST = '`call.rehearsal` is not the digest of `rehearsal`';
const NOT_A_LIST = '`rehearsal.changes` is not a list of at most 100 changes';
const RAN: Rehearsal = { kind: 'ran', exitCode: 0, output: 'done\n', changes: [CHANGED] };

test('an ask carries what a rehearsal has shown, and its hash binds a yes to it', () => {
  const ask = askWith(RAN);
  expect(ask.rehearsal).toEqual({ ...RAN, more: 0 });
  expect(parseAsk(JSON.parse(JSON.stringify(ask)))).toEqual({ ok: true, value: ask });
  const other = askWith({ ...RAN, changes: [{ ...CHANGED, diff: '@@ -1 +1 @@\n-one\n+three' }] });
  expect(other.hash).not.toBe(ask.hash);
  expect(foldKey(other)).not.toBe(foldKey(ask));
  expect(foldKey(askWith(RAN))).toBe(foldKey(ask));
  expect(askWith(undefined)).not.toHaveProperty('rehearsal');
});

test.each<[name: string, change: (ask: Ask) => unknown, problem: string]>([
  ['another diff', shown({ changes: [{ ...CHANGED, diff: '+x' }] }), NOT_ITS_DIGEST],
  ['a change less', shown({ changes: [] }), NOT_ITS_DIGEST],
  ['another output', shown({ output: '' }), NOT_ITS_DIGEST],
  ['another exit code', shown({ exitCode: 1 }), NOT_ITS_DIGEST],
  ['no rehearsal', ({ rehearsal: _, ...ask }) => ask, '`rehearsal` is missing'],
  ['no digest', withoutDigest, NOT_ITS_DIGEST],
  ['an effect that no one knows', shown({ changes: [{ ...CHANGED, effect: 'moved' }] }), NOT_A_LIST],
  ['too many changes', shown({ changes: Array(101).fill(CHANGED) }), NOT_A_LIST],
  ['another kind', shown({ kind: 'maybe' }), '`rehearsal` is not one that ran, or could not run'],
])('refused: %s', (_, change, error) => {
  expect(parseAsk(change(askWith(RAN)))).toEqual({ ok: false, error });
});

test('what is too long is cut, and says so', () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `+line ${at}`);
  const changes = Array.from({ length: 150 }, (_, at) => ({ ...CHANGED, path: `f${at}`, diff: lines.join('\n') }));
  const { rehearsal } = askWith({ kind: 'ran', exitCode: 2, output: `\ud83d${'x'.repeat(9_000)}`, changes });
  if (rehearsal?.kind !== 'ran') throw new Error('it ran');
  expect(rehearsal.changes).toHaveLength(100);
  expect(rehearsal.more).toBe(50);
  const [first, , third] = rehearsal.changes;
  const kept = first?.diff?.split('\n').length ?? 0;
  expect(first?.diff?.split('\n').at(-1)).toBe(`@@ ${40_000 - kept + 1} more lines are not shown @@`);
  expect(third?.diff).toBe('@@ 40000 more lines are not shown @@');
  expect(rehearsal.output).toBe('x'.repeat(4_000));
  expect(JSON.stringify(rehearsal).length).toBeLessThan(200_000);
});

function askWith(rehearsal: Rehearsal | undefined): Ask {
  const call = describeCall({
    tool: 'Bash',
    input: { command: 'sed -i s/one/two/ a' },
    context: { workspace: absolutePath('/w') },
    origin: { sessionId: 's', toolUseId: 't' },
  });
  const question: Question = { call, verdict: { action: 'ask', because: { kind: 'no-rule' } } };
  const ask = askOf(rehearsal === undefined ? question : { ...question, rehearsal }, {
    ...{ id: 'ask-00001', policy: 'p', limitMs: 1_000 },
  });
  if (!ask.ok) throw new Error(ask.error);
  return ask.value;
}

function shown(changes: object): (ask: Ask) => unknown {
  return (ask) => ({ ...ask, rehearsal: { ...ask.rehearsal, ...changes } });
}

function withoutDigest(ask: Ask): unknown {
  const { rehearsal: _, ...call } = ask.call;
  const hash = boundHash(call);
  return { ...ask, call, hash: hash.ok ? hash.value : '' };
}
