// Masked secrets with the built program, as an ordinary user: root doesn't use the sandbox runtime.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimeBackend } from '@caliban/agent/sandbox';
import type { AbsolutePath } from '@caliban/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolResults } from './helpers/frames.ts';
import { bash, script } from './helpers/scripts.ts';
import { Workplace } from './helpers/workplace.ts';

const self = process.getuid?.() ?? -1;
const USER = self === 0 ? 65_534 : self;

const missing = await whyNot();
if (missing !== null) process.stderr.write(`skipped: masked secrets with the built program: ${missing}\n`);

const SETTINGS = `[sandbox]
mode = "require"

[[sandbox.secrets]]
env = "MY_TOKEN"
hosts = ["localhost"]

[[sandbox.secrets]]
env = "OTHER_TOKEN"
hosts = ["other.test"]

[[sandbox.secrets]]
file = "~/.keyfile"
hosts = ["localhost"]

[[sandbox.secrets]]
file = "~/.rc"
extract = 'token=(\\S+)'
hosts = ["localhost"]
`;
const SECRETS = { MY_TOKEN: 'real-token', OTHER_TOKEN: 'real-other' };
const FILES = { '~/.keyfile': 'real-key', '~/.rc': 'name=me\ntoken=real-part\n' };
/** The runtime tells programs to reach names of this machine directly, which leads nowhere inside. */
const DIRECT = 'unset NO_PROXY no_proxy';
const CURL = `${DIRECT}; curl -sS`;

const received: string[] = [];
const answer: RequestListener = (request, response) => {
  let body = '';
  request
    .on('data', (text) => (body += text))
    .on('end', () => {
      received.push([request.headers.authorization, request.headers['x-key'], body].filter(Boolean).join(' '));
      response.end('thanks\n');
    });
};
const servers: Server[] = [];
const certificates = mkdtempSync(join(tmpdir(), 'caliban-certificates-'));

beforeAll(async () => {
  if (missing !== null) return;
  makeCertificates(certificates);
  const [key, cert] = ['server.key', 'server.pem'].map((name) => readFileSync(join(certificates, name)));
  servers.push(createServer({ key, cert }, answer), createPlainServer(answer));
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(certificates, { recursive: true, force: true });
});

describe.skipIf(missing !== null)('a program in the sandbox', () => {
  test.each<[what: string, command: string, output: RegExp, received: readonly string[]]>([
    ['sees placeholders', 'env | grep TOKEN; cat ~/.keyfile ~/.rc', /^(?![\s\S]*real-)[\s\S]*name=me\ntoken=fake_/, []],
    [
      'sees no secret in the processes that it can see',
      'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep TOKEN',
      /^(?![\s\S]*real-)/,
      [],
    ],
    [
      'sends the secret to its host',
      `${CURL} -H "Authorization: $MY_TOKEN" -H "X-Key: $(cat ~/.keyfile)" -d "$(cat ~/.rc)" https://localhost:$SECURE/`,
      /^thanks/,
      ['real-token real-key name=me\ntoken=real-part'],
    ],
    [
      'sends a placeholder where the secret is for another host',
      `${CURL} -H "Authorization: $OTHER_TOKEN" https://localhost:$SECURE/`,
      /^thanks/,
      [expect.stringMatching(/^fake_value_/)],
    ],
    [
      'sends a placeholder without encryption',
      `${CURL} -H "Authorization: $MY_TOKEN" http://localhost:$PLAIN/`,
      /^thanks/,
      [expect.stringMatching(/^fake_value_/)],
    ],
    [
      'sends a placeholder by another name of the host',
      `${CURL} -k -H "Authorization: $MY_TOKEN" https://127.0.0.1:$SECURE/`,
      /^(?!thanks)/,
      [],
    ],
    ['can’t change the placeholder', 'echo x > ~/.keyfile; rm -f ~/.keyfile; cat ~/.keyfile', /fake_value_\S+/, []],
  ])('%s', async (_, command, output, expected) => {
    received.length = 0;
    const place = placeWith(SETTINGS);
    const { stdout } = await play(place, command);
    expect(toolResults(stdout)[0]?.content).toMatch(output);
    expect(received).toEqual(expected);
    expect(place.read('~/.keyfile')).toBe('real-key');
  });

  test('MCP servers and hooks see placeholders, too', async () => {
    const place = placeWith(`${SETTINGS}
[[hooks]]
event = "PreToolUse"
command = 'env > "$CALIBAN_PROJECT_DIR/hook.txt"; true'

[mcp_servers.x]
command = "/bin/sh"
args = ["-c", "env > server.txt"]
env = { MY_TOKEN = "\${MY_TOKEN}" }
`);
    await play(place, 'true');
    expect([place.read('hook.txt'), place.read('server.txt')]).toEqual([
      expect.stringMatching(/^MY_TOKEN=fake_value_/m),
      expect.stringMatching(/^MY_TOKEN=fake_value_/m),
    ]);
  });

  test('a rule that hides a file wins where only a part of it is secret', async () => {
    const place = placeWith(SETTINGS);
    place.write(
      '~/.config/caliban/permissions.toml',
      '[[permissions.rules]]\npattern = "Read:~/.rc"\naction = "deny"\n[[permissions.rules]]\npattern = "Read:~/.keyfile"\naction = "deny"\n',
    );
    const { stdout } = await play(
      place,
      "python3 -c \"import os; [print(open(os.environ['HOME'] + '/.' + name).read()) for name in ['keyfile', 'rc']]\"",
    );
    expect(toolResults(stdout)[0]?.content).toMatch(
      /^(?![\s\S]*real-)Traceback[\s\S]*\nfake_value_\S+\n[\s\S]*\.rc is hidden from commands/,
    );
  });

  test('perms explain --sandbox and doctor say what is masked', async () => {
    const place = placeWith(SETTINGS);
    const env = { ...SECRETS, OTHER_TOKEN: '' };
    const explained = await play(place, null, ['perms', 'explain', '--sandbox'], env);
    const said = explained.stdout.slice(explained.stdout.indexOf('placeholders')).replaceAll(/\(\S*:(\d+)\)/g, '(:$1)');
    expect(said.replaceAll(/(\S) {2,}/g, '$1  ')).toBe(`placeholders instead of secrets
  $MY_TOKEN  real for localhost (:4)
  $OTHER_TOKEN  real for other.test; it is not set (:8)
  ~/.keyfile  real for localhost (:12)
  ~/.rc  real for localhost (:16)
`);
    expect(explained.stdout).toContain('bubblewrap works, but masked secrets need the sandbox runtime');
    expect(explained.stdout).toContain('sandbox-runtime works');
    const deny = '[[permissions.rules]]\npattern = "WebFetch(domain:other.test)"\naction = "deny"\n';
    place.write('~/.config/caliban/permissions.toml', deny);
    expect((await play(place, null, ['perms', 'lint'], env)).stdout).toMatch(
      /settings\.toml\n  8  warning  other\.test never gets \$OTHER_TOKEN, because the rules close it/,
    );
    place.write('~/.config/caliban/permissions.toml', '');
    const { stdout } = await play(place, null, ['doctor'], env);
    expect(stdout).toContain('✓ sandbox: 4 secrets to mask ($OTHER_TOKEN: it is not set)');
  });
});

function placeWith(settings: string): Workplace {
  const place = new Workplace({
    ...FILES,
    '~/.config/caliban/settings.toml': settings,
    '/tmp/.keep': '',
  });
  return place;
}

/** As the user of these tests. */
async function play(
  place: Workplace,
  command: string | null,
  words: readonly string[] = [],
  secrets: Readonly<Record<string, string>> = SECRETS,
) {
  place.write('/script.json', script(bash(command ?? '')));
  giveAway(place.root);
  const model = `scripted:${place.path('/script.json')}`;
  const args =
    command === null ? words : ['-p', 'go', '--model', model, '--output-format', 'stream-json', '--allow', 'Bash'];
  const [secure, plain] = servers.map((server) => String((server.address() as AddressInfo).port));
  return place.run(args, {
    env: {
      ...{ TMPDIR: place.path('/tmp'), NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem') },
      ...{ SECURE: secure ?? '', PLAIN: plain ?? '', ...secrets },
    },
    ...(self === 0 ? { user: USER } : {}),
  });
}

function giveAway(directory: string): void {
  if (self !== 0) return;
  chownSync(directory, USER, USER);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) giveAway(path);
    else chownSync(path, USER, USER);
  }
}

function makeCertificates(directory: string): void {
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: directory, stdio: 'ignore' });
  const extensions = join(directory, 'extensions');
  execFileSync('/bin/sh', ['-c', 'echo subjectAltName=DNS:localhost > "$0"', extensions]);
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=test');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'extensions'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
  chownSync(directory, USER, USER);
}

/** Null where the runtime works for the user of these tests. */
async function whyNot(): Promise<string | null> {
  for (const program of ['openssl', 'curl', 'python3'])
    if (spawnSync(program, ['--version']).error !== undefined && spawnSync(program, ['version']).error !== undefined)
      return `there is no ${program}`;
  const place = { home: undefined, realPath: (path: AbsolutePath) => path, judgeUrl: () => null, isRoot: false };
  const opened = await runtimeBackend(place).open();
  if (!opened.ok) return opened.error;
  await opened.value.close();
  const namespaces = spawnSync('unshare', ['-Ur', 'true'], { uid: USER, gid: USER, cwd: import.meta.dirname });
  return namespaces.status === 0 ? null : `user ${USER} has no namespaces, or can't read this repository`;
}
