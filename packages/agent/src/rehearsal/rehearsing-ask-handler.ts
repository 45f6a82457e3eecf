import type { AskHandler } from '@caliban/gate';
import type { Rehearsals } from './rehearsals.ts';

/** Rehearses each command before asking about it, and keeps the changes that a yes applies. */
export function rehearsingAskHandler(handler: AskHandler, rehearsals: Rehearsals): AskHandler {
  return {
    asksHub: handler.asksHub,
    async ask(question, signal) {
      const { call } = question;
      const rehearsal = await rehearsals.rehearse(question, signal);
      let isKept = false;
      try {
        const answer = await handler.ask(rehearsal === null ? question : { ...question, rehearsal }, signal);
        isKept = isYes(answer);
        return answer;
      } finally {
        if (!isKept) rehearsals.discard(call);
      }
    },
  };
}

/** If the rules changed meanwhile, or the answer is invalid, the rehearsed changes are discarded. */
function isYes(answer: Awaited<ReturnType<AskHandler['ask']>>): boolean {
  switch (answer?.kind) {
    case 'once':
      return answer.action === 'allow';
    case 'always':
      return answer.rule.action === 'allow';
    case 'covered':
    case undefined:
      return false;
  }
}
