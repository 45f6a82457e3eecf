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
