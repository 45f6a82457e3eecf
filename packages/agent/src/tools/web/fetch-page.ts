import { timeLimit } from '@caliban/gate/signals';
import { systemErrorText } from '../files/system-error.ts';
import { decodeBody, isTextual } from './decode-body.ts';
import { parseUrl } from './parse-url.ts';

export type Page = {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** There was more than was read. */
  readonly isCut: boolean;
};

export type PageRequest = {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called with the next URL of a redirect; null once it is approved, else the reason for a refusal. */
  readonly mayFollow: (url: string) => Promise<string | null>;
  readonly longestMs?: number;
};

/** There is no page; the message is for the model. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

const MAX_HOPS = 5;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_MS = 30_000;

/** Follows redirects itself, because each target has to be approved. Sends no cookies and no credentials. */
export async function fetchPage({ url, signal, mayFollow, longestMs = MAX_MS }: PageRequest): Promise<Page> {
  let at = url;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    // Per hop: time a person takes to decide about a redirect doesn't count against it.
    const limit = AbortSignal.any([signal, timeLimit(longestMs)]);
    const answer = await ask(at, limit, signal);
    const next = redirectOf(answer, at);
    if (next === null) return readPage(answer, at, { limit, signal });
    await answer.body?.cancel();
    const refusal = await mayFollow(next);
    if (refusal !== null) throw new FetchError(`${at} redirects to ${next}, which was not fetched: ${refusal}`);
    at = next;
  }
  throw new FetchError(`${url} redirects more than ${MAX_HOPS} times`);
}

async function ask(url: string, limit: AbortSignal, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'user-agent': 'caliban', accept: 'text/html, text/plain;q=0.9, */*;q=0.5' },
      signal: limit,
    });
  } catch (error) {
    throw trouble(error, url, { limit, signal });
  }
}

function trouble(error: unknown, url: string, { limit, signal }: { limit: AbortSignal; signal: AbortSignal }): unknown {
  if (signal.aborted) return signal.reason;
  if (limit.aborted) return new FetchError(`${url} takes too long to answer`);
  // `fetch` itself only says that it failed.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new FetchError(`${url} cannot be fetched: ${systemErrorText(cause)}`);
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function redirectOf({ status, headers }: Response, from: string): string | null {
  const location = headers.get('location');
  if (!REDIRECTS.includes(status) || location === null) return null;
  const next = parseUrl(location, from);
  if (next === null || !isWeb(next))
    throw new FetchError(`${from} redirects to \`${location}\`, which is not a web page`);
  next.hash = '';
  return next.href;
}

export function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

async function readPage(
  answer: Response,
  url: string,
  signals: { limit: AbortSignal; signal: AbortSignal },
): Promise<Page> {
  const contentType = answer.headers.get('content-type') ?? '';
  if (!isTextual(contentType)) {
    await answer.body?.cancel();
    throw new FetchError(`${url} is not text but ${contentType}`);
  }
  try {
    const { bytes, isCut } = await firstBytes(answer);
    if (bytes.subarray(0, 8192).includes(0) && !/charset=utf-16/i.test(contentType)) {
      throw new FetchError(`${url} is not text`);
    }
    return { url, status: answer.status, contentType, text: decodeBody(bytes, contentType), isCut };
  } catch (error) {
    throw error instanceof FetchError ? error : trouble(error, url, signals);
  }
}

async function firstBytes({ body }: Response): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isCut: length > MAX_BYTES };
}
