import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fact, FactKind, FactStore } from '../../src/store/fact-store.ts';

export type StoreUnderTest = {
  /** Another connection to the same facts, where there can be one. */
  readonly open: (clock?: () => number) => Promise<FactStore>;
};

/** What every store has to pass. `make` prepares an empty place for one test. */
export function storeContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    test('the first fact wins its slot, and others read what it was', async () => {
      const store = await opened(make);
      const won = await store.putOnce('a', 'answer', bytes('yes'));
      expect(won).toMatchObject({ kind: 'won', fact: { askId: 'a', kind: 'answer', bytes: bytes('yes') } });
      const lost = await store.putOnce('a', 'answer', bytes('no'));
      expect(textsOf([won.kind === 'won' ? won.fact : lost, lost.kind === 'lost' ? lost.existing : won])).toEqual([
        'a answer yes',
        'a answer yes',
      ]);
      expect(textsOf(await store.factsOf('a'))).toEqual(['a answer yes']);
    });

    test('slots of other kinds and of other asks are free', async () => {
      const store = await opened(make);
      const puts = [];
      for (const [ask, kind] of SLOTS) puts.push((await store.putOnce(ask, kind, bytes(ask + kind))).kind);
      expect(puts).toEqual(SLOTS.map(() => 'won'));
    });

    test('bytes come back as they went in', async () => {
      const store = await opened(make);
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      const long = new Uint8Array(1_200_000).fill(7);
      await store.putOnce('all', 'ask', all);
      await store.putOnce('none', 'ask', new Uint8Array());
      await store.putOnce('long', 'ask', long);
      const read = (await store.listSince(0, 10)).map((fact) => Buffer.from(fact.bytes).toString('hex'));
      expect(read).toEqual([all, new Uint8Array(), long].map((each) => Buffer.from(each).toString('hex')));
    });

    test('ids are compared to the letter', async () => {
      const store = await opened(make);
      const ids = ['a', 'A', 'ä', 'a ', "a'; DROP TABLE facts; --", '\u202ea', 'a%', '🙂'];
      for (const id of ids) expect((await store.putOnce(id, 'ask', bytes(id))).kind).toBe('won');
      for (const id of ids) expect(textsOf(await store.factsOf(id))).toEqual([`${id} ask ${id}`]);
    });

    test('a list is in the order of writing, and continues where it ended', async () => {
      const store = await opened(make);
      expect(await store.lastSequence()).toBe(0);
      for (const [ask, kind] of SLOTS) await store.putOnce(ask, kind, bytes('.'));
      await store.putOnce('a', 'ask', bytes('again'));
      const seen: Fact[] = [];
      for (let page: readonly Fact[] = []; ; seen.push(...page)) {
        page = await store.listSince(seen.at(-1)?.sequence ?? 0, 2);
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(2);
      }
      expect(seen.map(({ askId, kind }) => [askId, kind])).toEqual(SLOTS);
      const sequences = seen.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
      expect(await store.listSince(seen.at(-1)?.sequence as number, 10)).toEqual([]);
      expect(await store.lastSequence()).toBe(seen.at(-1)?.sequence);
    });

    test('asks without an answer, oldest first', async () => {
      const store = await opened(make);
      for (const ask of ['one', 'two', 'three']) await store.putOnce(ask, 'ask', bytes(ask));
      await store.putOnce('two', 'answer', bytes('yes'));
      await store.putOnce('four', 'answer', bytes('without an ask'));
      expect(textsOf(await store.listUnanswered(10))).toEqual(['one ask one', 'three ask three']);
      expect(textsOf(await store.listUnanswered(1))).toEqual(['one ask one']);
    });

    test('facts carry the time of the store, also when it jumps', async () => {
      const times = [1_000.25, 9e12, 500];
      const place = await make();
      const store = await kept(place.open(() => times[0] as number));
      for (const kind of ['ask', 'answer', 'consumed'] as const) {
        await store.putOnce('a', kind, bytes('.'));
        times.shift();
      }
      expect((await store.factsOf('a')).map(({ at }) => at)).toEqual([1_000.25, 9e12, 500]);
    });

    test('64 racers for one slot: one winner, and everyone agrees who', async () => {
      const place = await make();
      const stores = await Promise.all(Array.from({ length: 4 }, () => kept(place.open())));
      const puts = await Promise.all(
        Array.from({ length: 64 }, (_, racer) =>
          (stores[racer % stores.length] as FactStore).putOnce('a', 'answer', bytes(`racer ${racer}`)),
        ),
      );
      const facts = puts.map((put) => (put.kind === 'won' ? put.fact : put.existing));
      expect(puts.filter(({ kind }) => kind === 'won')).toHaveLength(1);
      expect(new Set(textsOf(facts)).size).toBe(1);
    });

    test('each slot keeps its first bytes, for any writes in any order', async () => {
      const write = fc.record({
        ask: fc.constantFrom('a', 'b', 'c'),
        kind: fc.constantFrom('ask', 'answer', 'consumed') as fc.Arbitrary<FactKind>,
        text: fc.string({ maxLength: 3 }),
        through: fc.nat(1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(write, { maxLength: 20 }), async (writes) => {
          const place = await make();
          const stores = [await place.open(), await place.open()];
          const model = new Map<string, string>();
          for (const { ask, kind, text, through } of writes) {
            const put = await (stores[through] as FactStore).putOnce(ask, kind, bytes(text));
            const slot = `${ask} ${kind}`;
            expect(put.kind).toBe(model.has(slot) ? 'lost' : 'won');
            if (!model.has(slot)) model.set(slot, text);
          }
          for (const store of stores) {
            expect(textsOf(await store.listSince(0, 100))).toEqual([...model].map(([slot, text]) => `${slot} ${text}`));
            await store.close();
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}

const SLOTS: readonly (readonly [string, FactKind])[] = [
  ['a', 'ask'],
  ['b', 'ask'],
  ['a', 'answer'],
  ['a', 'consumed'],
  ['b', 'answer'],
];

async function opened(make: () => Promise<StoreUnderTest>): Promise<FactStore> {
  const { open } = await make();
  return kept(open());
}

async function kept(opening: Promise<FactStore>): Promise<FactStore> {
  const store = await opening;
  onTestFinished(() => store.close());
  return store;
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textsOf(facts: readonly (Pick<Fact, 'askId' | 'kind' | 'bytes'> | object)[]): readonly string[] {
  return (facts as readonly Fact[]).map((fact) => `${fact.askId} ${fact.kind} ${new TextDecoder().decode(fact.bytes)}`);
}
