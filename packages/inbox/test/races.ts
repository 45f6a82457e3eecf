import { Inbox } from '../src/inbox.ts';
import type { FactStore } from '../src/store/fact-store.ts';
import { ANNA, askFor } from './helpers/asks.ts';

/** 64 racers for one ask: people who allow and deny, the agent that gives up, and whoever wants to run the call. Returns what went wrong. */
export async function race(stores: readonly FactStore[], round: number): Promise<string | null> {
  const inboxes = stores.map((store) => new Inbox({ store }));
  const at = (index: number) => inboxes[index % inboxes.length] as Inbox;
  const id = `ask-${round}`;
  const ask = askFor(`make ${round}`);
  await at(0).ask(id, ask);
  const answers = await Promise.all(
    Array.from({ length: RACERS }, (_, racer) => {
      const inbox = at(racer + round);
      switch ((racer * 7 + round) % 4) {
        case 0:
          return inbox.cancel(id, ask.hash);
        case 1:
          return inbox.answer(id, { hash: ask.hash, action: 'deny', by: ANNA });
        default:
          return inbox.answer(id, { hash: ask.hash, action: 'allow', by: ANNA });
      }
    }),
  );
  const winners = answers.filter(({ kind }) => kind === 'won');
  const seen = new Set(answers.map((answer) => ('view' in answer ? answer.view.answer?.kind : answer.kind)));
  if (winners.length !== 1 || seen.size !== 1) return `round ${round}: ${winners.length} winners, ${seen.size} stories`;
  const claims = await Promise.all(Array.from({ length: RACERS }, (_, racer) => at(racer).consume(id, ask.hash)));
  const granted = claims.filter(({ kind }) => kind === 'won').length;
  const wanted = seen.has('allowed') ? 1 : 0;
  return granted === wanted ? null : `round ${round}: ${granted} grants instead of ${wanted}`;
}

const RACERS = 64;
