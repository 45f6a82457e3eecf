import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { otelLine } from '../../../hub/src/audit/otel.ts';
import { sendOtlp } from '../../src/hub/send-otlp.ts';

type Got = {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly sequences: readonly number[];
};
type Reply = readonly [status: number, body?: string, headers?: Readonly<Record<string, string>>];

/** What a collector answers, in turn; afterwards it takes everything. */
async function collector(
  replies: readonly Reply[] = [],
): Promise<{ readonly url: string; readonly got: readonly Got[] }> {
  const left = [...replies];
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const { resourceLogs } = (await json(request)) as { readonly resourceLogs: readonly Logs[] };
    const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
    const sequences = records.map(({ attributes }) => Number(attributes.at(-1)?.value.intValue));
    got.push({ path: request.url, headers: request.headers, sequences });
    const [status, body = '{"partialSuccess":{}}', headers = {}] = left.shift() ?? [200];
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

type Logs = {
  readonly scopeLogs: readonly {
    readonly logRecords: readonly {
      readonly attributes: readonly { readonly value: { readonly intValue?: string } }[];
    }[];
  }[];
};

async function* lines(count: number): AsyncGenerator<string> {
  const hash = Buffer.alloc(32);
  const all = Array.from({ length: count }, (_, index) =>
    otelLine({ install: 'a', sequence: index + 1, line: '{}', hash }),
  );
  const text = all.map((line) => `${line}\n`).join('');
  // Cut anywhere.
  for (let at = 0; at < text.length; at += 777) yield text.slice(at, at + 777);
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('every line once, some hundred at a time, with the headers of the environment', async () => {
  const { url, got } = await collector();
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret, x-team=web' };
  expect(await sendOtlp(url, lines(1_200), env)).toBe(1_200);
  expect(
    got.map(({ path, headers, sequences }) => [
      path,
      headers['content-type'],
      headers.authorization,
      headers['x-team'],
      sequences.length,
    ]),
  ).toEqual([500, 500, 200].map((count) => ['/v1/logs', 'application/json', 'Bearer secret', 'web', count]));
  expect(got.flatMap(({ sequences }) => sequences)).toEqual(numbers(1, 1_200));
});

test('a busy collector is asked again', async () => {
  const { url, got } = await collector([[503], [429, '', { 'retry-after': '0' }], [200]]);
  expect(await sendOtlp(`${url}/custom`, lines(3), {})).toBe(3);
  expect(got.map(({ path }) => path)).toEqual(['/custom', '/custom', '/custom']);
});

test.each<[what: string, reply: Reply, error: RegExp]>([
  ['no', [400, 'bad \u001b[31m data'], /answered 400: bad \\e\[31m data; 0 lines were sent/],
  ['not known', [401], /answered 401/],
  ['another place', [307, '', { location: 'http://127.0.0.1:1/' }], /can't be reached/],
  [
    'a part',
    [200, '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}'],
    /refused 2 lines: too old/,
  ],
])('a collector that says %s', async (_, reply, error) => {
  const { url } = await collector(Array.from({ length: 9 }, () => reply));
  await expect(sendOtlp(url, lines(3), {})).rejects.toThrow(error);
});

test('an address that is none', async () => {
  await expect(sendOtlp('collector:4318', lines(1), {})).rejects.toThrow('--otlp `collector:4318` is not an http url');
});

test('no lines, no request', async () => {
  const { url, got } = await collector();
  expect([await sendOtlp(url, lines(0), {}), got]).toEqual([0, []]);
});
