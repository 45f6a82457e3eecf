import { currentKey, forgetKey } from './key.ts';

export type Reply<Body> =
  | { readonly kind: 'ok'; readonly status: number; readonly body: Body }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'problem'; readonly error: string };

export function get<Body>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Reply<Body>> {
  const search = new URLSearchParams(query).toString();
  return send(`${path}${search === '' ? '' : `?${search}`}`, { method: 'GET' });
}

export function post<Body>(path: string, body: unknown): Promise<Reply<Body>> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function send<Body>(path: string, init: RequestInit): Promise<Reply<Body>> {
  const key = currentKey();
  if (key === null) return { kind: 'no-key' };
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
  } catch {
    return { kind: 'unreachable' };
  }
  if (response.status === 401) {
    forgetKey(key);
    return { kind: 'no-key' };
  }
  const body: unknown = await response.json().catch(() => null);
  // 409 says who was first, which is a valid answer.
  if (response.ok || response.status === 409) return { kind: 'ok', status: response.status, body: body as Body };
  const { error } = (body ?? {}) as { readonly error?: string };
  return { kind: 'problem', error: error ?? `the server answered ${response.status}` };
}

export type StreamState = 'connecting' | 'live' | 'lost' | 'no-key';

export type StreamListener = {
  readonly onState: (state: StreamState) => void;
  readonly onChange: () => void;
};

const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 5_000;

/** The server's events until `stop` is called. `EventSource` can't send a key. */
export function listen({ onState, onChange }: StreamListener): () => void {
  const over = new AbortController();
  void run();
  return () => over.abort();

  async function run(): Promise<void> {
    for (let failures = 0; !over.signal.aborted; failures++) {
      const key = currentKey();
      if (key === null) {
        onState('no-key');
        await pause(FIRST_PAUSE_MS);
        continue;
      }
      try {
        const response = await fetch('/api/events', {
          headers: { authorization: `Bearer ${key}` },
          signal: over.signal,
        });
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
      if (over.signal.aborted) return;
      onState('lost');
      const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      await pause(longest * (0.5 + Math.random() / 2));
    }
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
