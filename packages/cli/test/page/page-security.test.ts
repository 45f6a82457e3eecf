// Who may see and use the page: nobody without its key, and no other page of the same browser.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_PROGRAM } from '../../../../test/helpers/browser.ts';
import { armed, PageScratch, withBrowser } from './page-scratch.ts';

const ROUTES = [
  ...['GET cards', 'GET similar?id=x', 'GET today', 'GET sessions', 'GET timeline?id=x', 'GET suggestions?project=/'],
  ...['GET policy?workspace=/', 'GET findings?workspace=/', 'GET rule-text?workspace=/&scope=user', 'GET nothing'],
  ...['POST answer', 'POST preview', 'POST suggestions/diff', 'POST suggestions/accept', 'POST try', 'POST plan'],
] as const;

describe.skipIf(BROWSER_PROGRAM === null)('the page', () => {
  withBrowser();
  let scratch: PageScratch;
  beforeEach(async () => {
    scratch = await new PageScratch().begin();
  });
  afterEach(async () => {
    await scratch.end();
  });

  test('every route needs the key; files without a key contain no user data', async () => {
    const asked = await scratch.ask('Bash', { command: 'secret-command' });
    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`${scratch.origin}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'POST'
          ? { body: JSON.stringify({ action: 'allow', asks: [{ id: asked.id, hash: asked.ask.hash }] }) }
          : {}),
      });
    const statuses = await Promise.all(
      ROUTES.flatMap((route) => {
        const [method = '', path] = route.split(' ');
        return [{}, { authorization: `Bearer ${'0'.repeat(64)}` }, { cookie: `key=${scratch.description.token}` }].map(
          async (headers: Record<string, string>) => (await send(method, `/api/page/${path}`, headers)).status,
        );
      }),
    );
    expect([...new Set(statuses)]).toEqual([401]);
    expect((await scratch.viewOf(asked)).state).toBe('pending');
    for (const path of ['/', '/page.js', '/page.css', '/icon.svg']) {
      const reply = await send('GET', path);
      expect([reply.status, (await reply.text()).includes('secret-command')]).toEqual([200, false]);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
  });

  test('the key is out of the address at once, and nothing outlives the tab', async () => {
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    expect(page.url()).toBe(`${scratch.origin}/#/inbox`);
    expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual(['', 0, 1]);
    await page.reload();
    await page.getByText('No open questions').waitFor();
    expect(scratch.problems).toEqual([]);
  });

  test('another name for this machine gets neither page nor answers, with the key or without', async () => {
    const { token, port } = scratch.description;
    const context = await scratch.context();
    const page = await context.newPage();
    // As a DNS server of somebody else would answer.
    await page.route('http://rebound.test/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const reply = await fetchAs(`rebound.test:${port}`, `${scratch.origin}${pathname}`, token);
      await route.fulfill({ status: reply.status, body: reply.text });
    });
    await page.goto(`http://rebound.test/#key=${token}`);
    expect(await page.locator('#app').count()).toBe(0);
    expect(await page.evaluate("fetch('/api/page/cards').then((reply) => reply.status)")).toBe(403);
  });

  test('a hostile page in the same browser gets nothing by requests, frames, posts and listening', async () => {
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    const evil = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<title>evil</title><body></body>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    try {
      const context = await scratch.context();
      const page = await scratch.open('/inbox', context);
      await armed(page);
      const other = await context.newPage();
      await other.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
      const body = JSON.stringify({ action: 'allow', asks: [{ id: asked.id, hash: asked.ask.hash }] });
      const tried = await other.evaluate<unknown>(`(async () => {
        const to = ${JSON.stringify(scratch.origin)};
        const body = ${JSON.stringify(body)};
        const key = ${JSON.stringify(scratch.description.token)};
        const outcome = (work) => work.then((reply) => reply.type, () => 'blocked');
        const channel = new BroadcastChannel('caliban');
        const heard = new Promise((resolve) => { channel.onmessage = () => resolve('heard'); setTimeout(() => resolve('silence'), 800); });
        channel.postMessage({ kind: 'need' });
        const frame = document.createElement('iframe');
        frame.src = to + '/';
        document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1000); });
        let framed = 'blocked';
        try { if (frame.contentDocument?.getElementById('app')) framed = 'readable'; } catch { }
        return [
          await outcome(fetch(to + '/api/page/cards')),
          await outcome(fetch(to + '/api/page/answer', { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer ' + key } })),
          await outcome(fetch(to + '/api/page/answer', { method: 'POST', body, mode: 'no-cors' })),
          framed,
          await heard,
        ];
      })()`);
      expect(tried).toEqual(['blocked', 'blocked', expect.stringMatching(/opaque|blocked/), 'blocked', 'silence']);
      expect((await scratch.viewOf(asked)).state).toBe('pending');
    } finally {
      evil.close();
    }
  });

  test('an open page keeps an idle server awake, and no longer', async () => {
    await scratch.caliban('serve', '--stop');
    const server = scratch.start(process.execPath, [scratch.program, 'serve', '--idle', '0.03']);
    await server.until('pid');
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    // Twice as long as it would wait for someone.
    await page.waitForTimeout(3_600);
    expect(await page.locator('.connection').textContent()).toBe('connected');
    await page.close();
    expect((await server.ended).stdout).toContain('Ended: no one needed it for a while.');
  });

  test('its content policy keeps out scripts, styles and addresses of others', async () => {
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    expect(scratch.problems).toEqual([]);
    const blocked = await page.evaluate<readonly string[]>(`new Promise((resolve) => {
      const found = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => found.push(effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'document.title = "changed"';
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      const image = document.createElement('img');
      image.src = 'https://example.test/x.png';
      const other = document.createElement('script');
      other.src = 'https://example.test/x.js';
      document.body.append(script, style, image, other);
      fetch('https://example.test/').catch(() => {});
      setTimeout(() => resolve([...new Set(found)].sort()), 500);
    })`);
    expect(blocked).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    expect(await page.title()).toBe('caliban');
  });
});

/** `fetch` sets the Host header by itself. */
async function fetchAs(host: string, url: string, token: string) {
  const { request } = await import('node:http');
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { headers: { host, authorization: `Bearer ${token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
