import { setTimeout as sleep } from 'node:timers/promises';
import { visible } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import { FailedError, UsageError } from '../command-line/problems.ts';

const MAX_RECORDS = 500;
const MAX_BYTES = 1024 * 1024;
const ATTEMPTS = 6;
const TIMEOUT_MS = 30_000;
/** OTLP says these may be tried again. */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Sends lines of `export --format otel` to a collector over OTLP/HTTP. Returns how many. A request is repeated where the answer is lost,
 * so a collector may get lines twice; `caliban.sequence` tells.
 */
export async function sendOtlp(
  collector: string,
  pieces: AsyncIterable<string>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const request = { url: logsUrl(collector), headers: headersIn(env.OTEL_EXPORTER_OTLP_HEADERS) };
  let sent = 0;
  let batch: string[] = [];
  let bytes = 0;
  let rest = '';
  const flush = async () => {
    if (batch.length === 0) return;
    const resourceLogs = batch.flatMap((line) => JSON.parse(line).resourceLogs);
    await post(request, JSON.stringify({ resourceLogs }), { sent });
    sent += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      batch.push(line);
      bytes += line.length;
      if (batch.length >= MAX_RECORDS || bytes >= MAX_BYTES) await flush();
    }
  }
  await flush();
  return sent;
}

type OtlpRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

async function post({ url, headers }: OtlpRequest, body: string, { sent }: { readonly sent: number }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => ({
      status: 0,
      error: String((error.cause as Error | undefined)?.message ?? error.message),
    }));
    if ('error' in reply) {
      if (attempt === ATTEMPTS)
        throw new FailedError(`${url} can't be reached: ${reply.error}; ${sent} lines were sent`);
    } else if (reply.ok) return refusePartial(await reply.text(), url);
    else if (!TRY_AGAIN.has(reply.status) || attempt === ATTEMPTS)
      throw new FailedError(
        `${url} answered ${reply.status}: ${visible((await reply.text()).slice(0, 200))}; ${sent} lines were sent`,
      );
    const wanted = 'error' in reply ? Number.NaN : Number(reply.headers.get('retry-after') ?? Number.NaN);
    await sleep(wanted >= 0 && wanted <= 60 ? wanted * 1_000 : 100 * 2 ** attempt);
  }
}

/** A collector may take a part of a request. */
function refusePartial(text: string, url: string): void {
  const body = parsed(text);
  const partial = isRecord(body) && isRecord(body.partialSuccess) ? body.partialSuccess : {};
  const rejected = Number(partial.rejectedLogRecords ?? 0);
  if (rejected > 0)
    throw new FailedError(`${url} refused ${rejected} lines: ${visible(String(partial.errorMessage ?? ''))}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The path is added as exporters do, unless the address has one. */
function logsUrl(collector: string): string {
  const url = URL.canParse(collector) ? new URL(collector) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--otlp \`${collector}\` is not an http url`);
  if (url.pathname === '/') url.pathname = '/v1/logs';
  return url.href;
}

/** `name=value,name=value`, values encoded as in a url. */
function headersIn(written = ''): Readonly<Record<string, string>> {
  const pairs = written
    .split(',')
    .map((pair) => pair.split(/=(.*)/s))
    .filter(([name = '']) => name.trim() !== '');
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name.trim(), decodeURIComponent(value.trim())]));
}
