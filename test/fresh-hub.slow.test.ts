// The commands of docs/hub.md that bring a hub up, on a machine without PostgreSQL.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FreshDebian, noFreshDebian } from './helpers/fresh-debian.ts';

const PROGRAM = fileURLToPath(new URL('../packages/cli/dist/bundle/caliban.cjs', import.meta.url));
const PAGE = readFileSync(new URL('../docs/hub.md', import.meta.url), 'utf8');
const PORT = 7340;

const missing = noFreshDebian() ?? ((await isFree(PORT)) ? null : `something listens on port ${PORT} already`);
if (missing !== null) process.stderr.write(`the first steps of docs/hub.md are not followed: ${missing}\n`);

describe.skipIf(missing !== null)('a hub on a fresh Debian machine, as docs/hub.md says', { timeout: 300_000 }, () => {
  const commands = commandsBelow('## Bring one up');
  let machine: FreshDebian;
  beforeAll(async () => {
    machine = await FreshDebian.start(PROGRAM);
  }, 300_000);
  afterAll(() => machine?.remove());

  test('two commands, and the hub answers', async (context) => {
    expect(commands).toHaveLength(2);
    const [setup, serve] = commands as [string, string];
    expect((await machine.run('command -v pg_ctlcluster')).out).toBe('');
    // Without a package server this says nothing about us.
    const fetched = await machine.run('apt-get -qq install -y --no-install-recommends --download-only postgresql');
    if (fetched.status !== 0) {
      process.stderr.write(`Debian's packages can't be fetched here: ${fetched.err.trim()}\n`);
      return context.skip();
    }
    const made = await machine.run(setup);
    expect(made.status, made.err).toBe(0);
    expect(made.err).toMatch(/installing PostgreSQL\n[\s\S]*wrote \/etc\/caliban\/hub\/hub\.toml\nmade the tables: /);
    const [, token] = /shown this once:\n\n {2}(caliban_\S+)\n/.exec(made.out) ?? [];
    expect(token).toBeDefined();
    // What the page says of the files, and who may read them.
    expect((await machine.run('cd /etc/caliban/hub && stat -c "%a %n" . *')).out.split('\n')).toEqual([
      '700 .',
      '600 answer-key.pem',
      '600 hub.toml',
      '600 policy-key.pem',
      '644 policy-key.public.pem',
      '',
    ]);

    const hub = machine.spawn(serve);
    const said = await firstLine(hub.stdout as NodeJS.ReadableStream);
    expect(said).toBe(`The hub is at http://127.0.0.1:${PORT}. Ctrl-C ends it.`);
    const health = await fetch(`http://127.0.0.1:${PORT}/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { problem: null }]);
    const page = await fetch(`http://127.0.0.1:${PORT}/`);
    expect(await page.text()).toContain('data-server="hub"');

    // What `setup` says comes next.
    const next = made.out
      .slice(made.out.indexOf('Next:'))
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim());
    expect(next.filter((line) => line.startsWith('caliban'))).toEqual([
      'caliban serve --hub',
      `caliban hub join http://127.0.0.1:${PORT} --token-file FILE`,
      'caliban hub token add NAME --role approver',
    ]);
    await machine.run(`echo ${token} > /root/FILE`);
    expect(
      (await machine.run(`${next.find((line) => line.includes(' join '))?.replace('FILE', '/root/FILE')} --yes`))
        .status,
    ).toBe(0);
    const added = await machine.run('caliban hub token add anna --role approver');
    expect(added.out).toMatch(/^caliban_[0-9a-f]{16}_[\w-]{43}\n$/);

    // Running it again changes nothing, and shows no second token.
    const again = await machine.run(setup);
    expect([again.status, again.err]).toEqual([0, '/etc/caliban/hub/hub.toml exists already and is kept\n']);
    expect(again.out).not.toContain('caliban_');
    hub.kill();
  });
});

function commandsBelow(heading: string): readonly string[] {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(PAGE.slice(PAGE.indexOf(heading))) ?? [];
  return block.split('\n').filter((line) => line !== '');
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of output) {
    text += piece;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
