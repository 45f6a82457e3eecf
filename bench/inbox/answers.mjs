import { performance } from 'node:perf_hooks';

const BUILT = new URL('../../packages/', import.meta.url);

/** How long after the click the agent that waits knows it: `count` questions, one after the other, each on its own connection. */
export async function answerTimes({ home }, count) {
  const { boundHash, inboxClient, serverFiles, waitForAnswer } = await import(new URL('inbox/dist/index.js', BUILT));
  const client = inboxClient(serverFiles(`${home}/.local/state/caliban`));
  const [asked, answered] = [[], []];
  for (let number = 0; number < count; number++) {
    const call = {
      ...{ tool: 'Bash', input: { command: `make ${number}` }, cwd: '/w', workspace: '/w' },
      ...{ session: 's', callId: `c${number}`, policy: 'p' },
    };
    const ask = {
      call,
      hash: boundHash(call).value,
      limitMs: 60_000,
      lapseMs: 60_000,
      context: { host: 'codex', why: 'a rule asks' },
    };
    const id = `bench-${process.pid}-${number}`;
    const begun = performance.now();
    let there = () => {};
    const isThere = new Promise((resolve) => {
      there = resolve;
    });
    const waiting = waitForAnswer({ client, ask, id, onAsked: there });
    await isThere;
    asked.push(performance.now() - begun);
    // The agent waits by now, as it does while a person reads.
    await new Promise((resolve) => setTimeout(resolve, 40));
    const clicked = performance.now();
    const body = { hash: ask.hash, action: 'allow', name: 'bench', through: 'bench' };
    const answer = client.send({ method: 'POST', path: `/api/asks/${id}/answer`, body });
    const outcome = await waiting;
    answered.push(performance.now() - clicked);
    await answer;
    if (outcome.kind !== 'allowed') throw new Error(`the answer became ${outcome.kind}`);
  }
  return { asked: spread(asked), answered: spread(answered) };
}

export function spread(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}
