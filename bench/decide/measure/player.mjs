import { startChild } from './child.mjs';

/** The parent's end of a worker: `ask` one thing, get one answer. Where the engine cannot play or dies, `skipped` says why. */
export async function startPlayer({ engine, size, inputs }) {
  const child = startChild('worker.mjs', [engine, inputs.href]);
  const described = await child.nextMessage().catch((error) => ({ skipped: error.message }));
  if (described.skipped !== undefined) child.stop();
  return {
    engine,
    size,
    inputs,
    ...described,
    /** Null from a player that is no longer there. */
    async ask(request) {
      if (this.skipped !== undefined) return null;
      const answer = child.nextMessage();
      child.send(request);
      return answer.catch((error) => {
        this.skipped = error.message;
        return null;
      });
    },
    stop: child.stop,
  };
}
