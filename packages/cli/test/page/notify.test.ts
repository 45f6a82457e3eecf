// [[notify]] with real programs and a real web server.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PageScratch } from './page-scratch.ts';

const SETTINGS = 'home/.config/caliban/settings.toml';

async function served(settings: string): Promise<PageScratch> {
  const scratch = new PageScratch();
  scratch.write(SETTINGS, settings);
  await scratch.beginServer();
  return scratch;
}

function program(scratch: PageScratch, name: string, script: string): string {
  scratch.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(join(scratch.root, 'bin', name), 0o755);
  return join(scratch.root, 'bin', name);
}

async function statusOf(scratch: PageScratch): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return JSON.parse((await scratch.caliban('serve', '--status', '--json')).stdout).notify;
}

test('a command gets the question on its standard input, without secrets and without a key', async () => {
  const scratch = new PageScratch();
  const told = join(scratch.root, 'told');
  scratch.write(
    SETTINGS,
    `[[notify]]\ncommand = [${JSON.stringify(program(scratch, 'tell', `cat > ${told}.part && mv ${told}.part ${told}`))}, "a b; c"]\n`,
  );
  await scratch.beginServer();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const { id } = await scratch.ask('Bash', { command: `curl -H 'Authorization: Bearer ${secret}' x\u202e` });
  await expect.poll(() => existsSync(told), { timeout: 10_000 }).toBe(true);
  const text = readFileSync(told, 'utf8');
  const { port, token } = scratch.description;
  expect(JSON.parse(text)).toMatchObject({
    event: 'question',
    id,
    host: 'codex',
    tool: 'Bash',
    url: `http://127.0.0.1:${port}/#/inbox/${id}`,
  });
  expect([text.includes(secret), text.includes(token), text.includes('\u202e')]).toEqual([false, false, false]);
  await expect
    .poll(() => statusOf(scratch), { timeout: 10_000 })
    .toEqual([{ way: expect.stringMatching(/^command /), sent: 1, failed: 0, dropped: 0, problem: null }]);
});

test('a webhook gets it as JSON; a redirection is not followed', async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      got.push(`${request.url} ${body}`);
      if (request.url === '/away') response.writeHead(302, { location: '/elsewhere' });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const scratch = await served(
    ['/hook', '/away'].map((path) => `[[notify]]\nwebhook = "http://127.0.0.1:${port}${path}"\n`).join(''),
  );
  const { id } = await scratch.ask('Bash', { command: 'npm run build' });
  await expect
    .poll(async () => (await statusOf(scratch)).map(({ sent, failed }) => [sent, failed]), { timeout: 10_000 })
    .toEqual([
      [1, 0],
      [0, 1],
    ]);
  expect(got.map((line) => line.split(' ')[0]).sort()).toEqual(['/away', '/hook']);
  expect(JSON.parse(got.find((line) => line.startsWith('/hook'))?.slice(6) ?? '')).toMatchObject({
    id,
    call: 'npm run build',
  });
});

test.each([
  ['a program that is not there', 'command = ["/nowhere/at-all"]', 'there is no program'],
  ['a program that fails', 'command = ["false"]', 'it ended with exit code 1'],
  ['a desktop without a way to be told', 'desktop = true', 'notify-send'],
  ['an address where nobody listens', 'webhook = "http://127.0.0.1:9/x"', "it can't be reached"],
])('%s: the question is answered all the same, status and doctor say what is wrong', async (_, way, problem) => {
  const scratch = await served(`[[notify]]\n${way}\n`);
  const asked = await scratch.ask('Bash', { command: 'npm run build' });
  await expect.poll(async () => (await statusOf(scratch))[0]?.failed, { timeout: 15_000 }).toBe(1);
  expect((await scratch.answer(asked, 'allow', 'ben')).status).toBe(200);
  expect((await scratch.caliban('serve', '--status')).stdout).toContain(problem);
  expect((await scratch.caliban('doctor')).stdout).toContain(problem);
});

test.skipIf(process.platform !== 'linux')(
  'the desktop is notified through notify-send; nothing of a call is an option or markup',
  async () => {
    const scratch = new PageScratch();
    const told = join(scratch.root, 'told');
    program(scratch, 'notify-send', `printf '%s\\n' "$@" > ${told}.part && mv ${told}.part ${told}`);
    scratch.write(SETTINGS, '[[notify]]\ndesktop = true\n');
    await scratch.beginServer({ PATH: `${join(scratch.root, 'bin')}:${process.env.PATH}` });
    const { id } = await scratch.ask('Bash', { command: '--urgency=low <b>x</b> & y' });
    await expect.poll(() => existsSync(told), { timeout: 10_000 }).toBe(true);
    expect(readFileSync(told, 'utf8')).toBe(
      `--app-name=caliban\n--hint=string:x-caliban-ask:${id}\n--\ncodex asks: Bash\n--urgency=low &lt;b&gt;x&lt;/b&gt; &amp; y\n${scratch.root}/ws: no rule matches\n`,
    );
  },
);

test('one that hangs delays neither answers nor the other ways, and its queue is bounded', async () => {
  const scratch = new PageScratch();
  const hanging = program(scratch, 'hang', 'exec sleep 100');
  const told = join(scratch.root, 'told');
  const telling = program(scratch, 'tell', `cat > /dev/null; echo x >> ${told}`);
  scratch.write(
    SETTINGS,
    [hanging, telling].map((path) => `[[notify]]\ncommand = [${JSON.stringify(path)}]\n`).join(''),
  );
  await scratch.beginServer();
  const asks = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => scratch.ask('Bash', { command: `make ${nth}` })),
  );
  const [first] = asks;
  if (first !== undefined) expect((await scratch.answer(first, 'allow', 'ben')).status).toBe(200);
  await expect
    .poll(async () => Number((await statusOf(scratch))[0]?.dropped), { timeout: 15_000 })
    .toBeGreaterThanOrEqual(9);
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8').length > 10, { timeout: 15_000 }).toBe(true);
});

test('the same call of several agents is announced once', async () => {
  const scratch = new PageScratch();
  const told = join(scratch.root, 'told');
  scratch.write(
    SETTINGS,
    `[[notify]]\ncommand = [${JSON.stringify(program(scratch, 'tell', `cat > /dev/null; echo x >> ${told}`))}]\n`,
  );
  await scratch.beginServer();
  for (const session of ['a', 'b', 'c']) await scratch.ask('Bash', { command: 'make' }, { session });
  await scratch.ask('Bash', { command: 'make last' });
  await expect.poll(async () => (await statusOf(scratch))[0]?.sent, { timeout: 15_000 }).toBe(2);
});
