// The key of this server's start, or a person's token of a hub. It comes in the fragment of the address, which no request carries, and stays in this tab: a cookie
// would go to every port of this machine, and local storage would outlive the server.

const NAME = 'caliban-key';
const KEY = '[0-9a-f]{64}|caliban_[0-9a-f]{16}_[\\w-]{43}';
const WHOLE_KEY = new RegExp(`^(?:${KEY})$`);
const KEY_IN_ADDRESS = new RegExp(`^#key=(${KEY})(?:&to=(/.*))?$`);
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

/** False: it has not the form of one. */
export function enterKey(written: string): boolean {
  const isKey = WHOLE_KEY.test(written.trim());
  if (isKey) use(written.trim());
  return isKey;
}

/** The server refused it: it was started again since, or the token was revoked. */
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
    if (data.kind === 'key' && key === null && WHOLE_KEY.test(data.key)) use(data.key);
  });
  if (key === null) askOtherTabs();
}

/** Tabs of the same origin, including the port, may share it: a link to a question contains no key. */
const channel = new BroadcastChannel(CHANNEL);

function askOtherTabs(): void {
  channel.postMessage({ kind: 'need' } satisfies Said);
}

function takeFromAddress(): void {
  const [, given, route = '/inbox'] = KEY_IN_ADDRESS.exec(location.hash) ?? [];
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
