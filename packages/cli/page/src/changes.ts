// News from the server. A browser opens at most six connections to one server, over all tabs, and a stream holds one for good. So one tab
// listens, and tells the others; when it is closed, another one takes over.
import { currentKey, forgetKey } from './key.ts';

export type StreamState = 'connecting' | 'live' | 'lost' | 'no-key';

export type StreamListener = {
  readonly onState: (state: StreamState) => void;
  readonly onChange: () => void;
};

type Said = { readonly kind: 'state'; readonly state: StreamState } | { readonly kind: 'change' | 'need' };

const NAME = 'caliban-changes';
const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 5_000;

/** Until `stop` is called. */
export function listen(listener: StreamListener): () => void {
  const over = new AbortController();
  const { signal } = over;
  const others = new BroadcastChannel(NAME);
  let own: StreamState | null = null;
  const say = (said: Said) => {
    if (!signal.aborted) others.postMessage(said);
  };
  others.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    switch (data.kind) {
      case 'need':
        if (own !== null) say({ kind: 'state', state: own });
        return;
      case 'state':
        if (own === null) listener.onState(data.state);
        return;
      case 'change':
        return listener.onChange();
    }
  });
  const told: StreamListener = {
    onState(state) {
      own = state;
      listener.onState(state);
      say({ kind: 'state', state });
    },
    onChange() {
      listener.onChange();
      say({ kind: 'change' });
    },
  };
  say({ kind: 'need' });
  navigator.locks.request(NAME, { signal }, () => stream(told, signal)).catch(() => {});
  return () => {
    over.abort();
    others.close();
  };
}

/** `EventSource` can't send a key. */
async function stream({ onState, onChange }: StreamListener, over: AbortSignal): Promise<void> {
  for (let failures = 0; !over.aborted; failures++) {
    const key = currentKey();
    if (key === null) {
      onState('no-key');
      await pause(FIRST_PAUSE_MS);
      continue;
    }
    try {
      const response = await fetch('/api/events', { headers: { authorization: `Bearer ${key}` }, signal: over });
      if (response.status === 401) {
        forgetKey(key);
        continue;
      }
      if (!response.ok || response.body === null) throw new Error('no stream');
      failures = 0;
      onState('live');
      // For changes while no one listened.
      onChange();
      await readEvents(response.body, onChange);
    } catch {
      // Retried after the pause below.
    }
    if (over.aborted) return;
    onState('lost');
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    await pause(longest * (0.5 + Math.random() / 2));
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, onChange: () => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    if (events.some((event) => /^event: change$/m.test(event))) onChange();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
