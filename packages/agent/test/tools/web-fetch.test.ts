import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ToolContext, ToolOutput } from '../../src/tools/tool.ts';
import { fetchPage } from '../../src/tools/web/fetch-page.ts';
import { webFetchTool } from '../../src/tools/web-fetch.ts';
import { bench } from './helpers/bench.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fetchFrom(listener: RequestListener, changes?: Partial<ToolContext>, path = '/'): Promise<ToolOutput> {
  return bench().run(webFetchTool, { url: (await serve(listener)) + path }, changes);
}

const answer =
  (
    body: string | Buffer,
    type: string | null = 'text/plain',
    status = 200,
    more: Record<string, string> = {},
  ): RequestListener =>
  (_, response) => {
    response.writeHead(status, { ...(type === null ? {} : { 'content-type': type }), ...more });
    response.end(body);
  };

/** The text without the line that says where it is from. */
const body = ({ text }: ToolOutput) => text.slice(text.indexOf('\n') + 1);

describe('a page', () => {
  test.each<[string, RequestListener, string]>([
    ['plain text', answer('hello\n'), 'hello\n'],
    ['json', answer('{"a":1}', 'application/json'), '{"a":1}'],
    ['html', answer('<h1>Hi</h1><p>there', 'text/html'), '# Hi\n\nthere'],
    ['html without a type', answer('<!doctype html><b>x</b>', null), 'x'],
    ['latin-1 by header', answer(Buffer.from([0xe4]), 'text/plain; charset=iso-8859-1'), 'ä'],
    ['latin-1 by meta', answer(Buffer.from('<meta charset="iso-8859-1"><p>\xe4', 'latin1'), 'text/html'), 'ä'],
    ['utf-16', answer(Buffer.from('hi', 'utf16le'), 'text/plain; charset=utf-16le'), 'hi'],
    ['a charset that is none', answer('x', 'text/plain; charset=nosuch'), 'x'],
    ['bytes that do not fit', answer(Buffer.from([0x61, 0xff]), 'text/plain'), 'a\ufffd'],
    ['compressed', answer(gzipSync('zipped'), 'text/plain', 200, { 'content-encoding': 'gzip' }), 'zipped'],
    ['empty', answer(''), '[no text]'],
    ['controls taken out', answer('a\x1b[31mb\u202ec\u{e0041}d\te'), 'a[31mbcd\te'],
  ])('%s', async (_, listener, text) => {
    const output = await fetchFrom(listener);
    expect([output.isError, body(output)]).toEqual([false, text]);
  });

  test('says where it is from', async () => {
    expect((await fetchFrom(answer('x'), {}, '/p?q=1')).text).toMatch(
      /^\[http:\/\/127.0.0.1:\d+\/p\?q=1, status 200\]\nx$/,
    );
  });

  test('that is missing is an error with its text', async () => {
    const output = await fetchFrom(answer('no such page', 'text/plain', 404));
    expect(output).toEqual({ isError: true, text: expect.stringMatching(/status 404\]\nno such page$/) });
  });

  test('is asked for without cookies, credentials or referrer', async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/two', 'set-cookie': 'a=b' }).end();
      else response.end(JSON.stringify(request.headers));
    };
    const checkAlso: ToolContext['checkAlso'] = async () => ({ ok: true, value: {} as never });
    const headers = JSON.parse(body(await fetchFrom(listener, { checkAlso })));
    expect(Object.keys(headers)).not.toContain('cookie');
    expect(Object.keys(headers)).not.toContain('authorization');
    expect(Object.keys(headers)).not.toContain('referer');
    expect(headers['user-agent']).toBe('caliban');
  });
});

describe('answers that are not pages', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['an image', answer(Buffer.from([1, 2]), 'image/png'), /is not text but image\/png/],
    ['bytes without a type', answer(Buffer.from([0, 1]), null), /is not text/],
    ['bytes that claim to be text', answer(Buffer.from([0, 1]), 'text/plain'), /is not text/],
    ['a connection that breaks', (_, response) => response.destroy(), /cannot be fetched/],
    [
      'a body that breaks',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
        response.write('x', () => response.destroy());
      },
      /cannot be fetched/,
    ],
    [
      'wrong compression',
      answer('this was never compressed', 'text/plain', 200, { 'content-encoding': 'gzip' }),
      /cannot be fetched/,
    ],
  ])('%s', async (_, listener, reason) => {
    const output = await fetchFrom(listener);
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(reason);
  });

  test.each([
    ['ftp://a.test/'],
    ['file:///etc/passwd'],
    ['data:text/plain,x'],
    ['not a url'],
    ['http://user:word@127.0.0.1/'],
  ])('%s', async (url) => {
    expect((await bench().run(webFetchTool, { url })).isError).toBe(true);
  });

  test('no server is listening', async () => {
    const server = createSocketServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect((await bench().run(webFetchTool, { url: `http://127.0.0.1:${port}/` })).text).toMatch(/cannot be fetched/);
  });
});

describe('too much', () => {
  test('an endless page is cut', async () => {
    const { run } = bench({ maxOutputChars: 1000 });
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const { text } = await run(webFetchTool, { url });
    expect(text).toMatch(/status 200, cut after 5 MB\]\nx/);
    expect(text.length).toBeLessThan(1100);
  });

  test('a page that unpacks to gigabytes is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
    const output = await fetchFrom(answer(bomb, 'text/plain', 200, { 'content-encoding': 'gzip' }));
    expect(output.text).toMatch(/cut after 5 MB/);
  });

  test.each<[string, RequestListener]>([
    ['no answer', () => {}],
    [
      'an answer drop by drop',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        const drops = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drops));
      },
    ],
  ])('%s is not waited for without end', async (_, listener) => {
    const url = await serve(listener);
    const signal = new AbortController().signal;
    const page = fetchPage({ url, signal, mayFollow: async () => null, longestMs: 200 });
    await expect(page).rejects.toThrow(`${url} takes too long to answer`);
  });

  test('an abort ends the waiting', async () => {
    const stop = new AbortController();
    const ended = fetchFrom(() => stop.abort(new Error('stopped')), { signal: stop.signal });
    await expect(ended).rejects.toThrow('stopped');
  });
});

describe('a redirect', () => {
  const toNext: RequestListener = (request, response) => {
    const step = Number(request.url?.slice(1) || 0);
    if (step < 5) response.writeHead(302, { location: `/${step + 1}#part` }).end('moved');
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('arrived');
  };

  test('asks about every hop', async () => {
    const asked: unknown[] = [];
    const output = await fetchFrom(toNext, {
      checkAlso: async (tool, input) => {
        asked.push([tool, (input as { url: string }).url.replace(/.*:\d+/, '')]);
        return { ok: true, value: {} as never };
      },
    });
    expect(body(output)).toBe('arrived');
    expect(asked).toEqual([1, 2, 3, 4, 5].map((step) => ['WebFetch', `/${step}`]));
  });

  test('that is not allowed is not followed', async () => {
    const requests: (string | undefined)[] = [];
    const output = await fetchFrom(
      (request, response) => {
        requests.push(request.url);
        toNext(request, response);
      },
      { checkAlso: async () => ({ ok: false, error: 'a rule denies it' }) },
    );
    expect(output).toEqual({
      isError: true,
      text: expect.stringMatching(/redirects to \S+\/1, which was not fetched: a rule denies it$/),
    });
    expect(requests).toEqual(['/']);
  });

  test.each([['file:///etc/passwd'], ['javascript:alert(1)'], ['http://'], ['data:text/plain,x']])(
    'to %s goes nowhere',
    async (location) => {
      const output = await fetchFrom((_, response) => response.writeHead(301, { location }).end(), {
        checkAlso: async () => ({ ok: true, value: {} as never }),
      });
      expect(output).toEqual({ isError: true, text: expect.stringMatching(/which is not a web page/) });
    },
  );

  test('without end is abandoned', async () => {
    const output = await fetchFrom((_, response) => response.writeHead(307, { location: '/' }).end(), {
      checkAlso: async () => ({ ok: true, value: {} as never }),
    });
    expect(output.text).toMatch(/redirects more than 5 times/);
  });
});
