// The key of this server start. It comes in the fragment of the address, which no request contains, and stays in this tab: a
// cookie would be sent to every port of this machine, and local storage would outlive the server.

const NAME = 'caliban-key';
const CHANNEL = 'caliban';

type Said = { readonly kind: 'need' } | { readonly kind: 'key'; readonly key: string };

let key: string | null = null;
const listeners = new Set<() => void>();

export function currentKey(): string | null {
  return key;
}

export function onNewKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The server refused it because it was restarted. */
export function forgetKey(refused: string): void {
  if (key !== refused) return;
  key = null;
  sessionStorage.removeItem(NAME);
  askOtherTabs();
}

/** Removes the key from the address, so that it can't be read there or shared with a link. */
export function beginWithKey(): void {
  takeFromAddress();
  key ??= sessionStorage.getItem(NAME);
  // `caliban ui` opens the same address with a new key.
  addEventListener('hashchange', takeFromAddress);
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'need' && key !== null) channel.postMessage({ kind: 'key', key } satisfies Said);
    if (data.kind === 'key' && key === null && /^[0-9a-f]{64}$/.test(data.key)) use(data.key);
  });
  if (key === null) askOtherTabs();
}

/** Tabs of the same origin, including the port, may share it: a link to a question contains no key. */
const channel = new BroadcastChannel(CHANNEL);

function askOtherTabs(): void {
  channel.postMessage({ kind: 'need' } satisfies Said);
}

function takeFromAddress(): void {
  const [, given, route = '/inbox'] = /^#key=([0-9a-f]{64})(?:&to=(\/.*))?$/.exec(location.hash) ?? [];
  if (given === undefined) return;
  history.replaceState(null, '', `#${route}`);
  use(given);
  channel.postMessage({ kind: 'key', key: given } satisfies Said);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function use(given: string): void {
  key = given;
  sessionStorage.setItem(NAME, given);
  for (const listener of listeners) listener();
}
