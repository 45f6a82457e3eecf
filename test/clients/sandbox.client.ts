import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '../../packages/agent/test/providers/wire-reply.ts';
import { CLAUDE_CODE_AGENT, CLAUDE_CODE_COMMAND } from './helpers/agents/claude-code.ts';
import { CODEX_AGENT, CODEX_SCRIPT, codexConfiguration } from './helpers/agents/codex.ts';
import type { Agent } from './helpers/client.ts';
import { ClientPlace } from './helpers/client-place.ts';
import { ModelServer } from './helpers/model-server.ts';

/** Rules that are compiled into the sandbox of another agent, and tried there with programs that no rule can see through. */
const RULES = `
[[permissions.rules]]
pattern = "Read:~/.ssh/known_hosts"
action = "allow"

[[permissions.rules]]
pattern = "Read:~/.ssh/**"
action = "deny"

[[permissions.rules]]
pattern = "Read:*.pem"
action = "deny"

[[permissions.rules]]
pattern = "Read:.env"
action = "ask"

[[permissions.rules]]
pattern = "Write:prod/**"
action = "deny"

[[permissions.rules]]
pattern = "WebFetch"
action = "deny"
`;

/** What is in the files. Each is a word that nothing else says. */
const SECRETS = { '~/.ssh/id': 'hidden-key', '.env': 'hidden-env', 'src/deep/a.pem': 'hidden-pem' };

const PYTHON = `
import os, urllib.error, urllib.request
home = os.environ["HOME"]
def tried(name, work):
    try: print(name, work())
    except Exception as error: print(name, type(error).__name__)
def put(path): open(path, "w").write("x"); return "wrote"
tried("key", lambda: open(home + "/.ssh/id").read())
tried("env", lambda: open(".env").read())
tried("pem", lambda: open("src/deep/a.pem").read())
tried("notes", lambda: open("notes.txt").read())
tried("prod", lambda: put("prod/a.txt"))
tried("new", lambda: put("prod/new.txt"))
tried("free", lambda: put("free.txt"))
tried("home", lambda: put(home + "/stray.txt"))
def reach():
    try: return urllib.request.urlopen(os.environ["PROBE"] + "/probe", timeout=3).status
    except urllib.error.HTTPError as error: return str(error.code) + error.read().decode()[-20:].replace(" ", "")
tried("net", reach)
`;

type Confined = Agent & {
  readonly title: string;
  readonly host: 'claude-code' | 'codex';
  readonly scopes: readonly ('user' | 'project')[];
  readonly files: (origin: string, place: ClientPlace) => Readonly<Record<string, string>>;
  readonly command: readonly string[];
};

const AGENTS: readonly Confined[] = [
  {
    ...CLAUDE_CODE_AGENT,
    ...{ title: 'Claude Code', host: 'claude-code', scopes: ['user', 'project'] },
    files: () => ({ '~/.claude/settings.json': JSON.stringify({ cleanupPeriodDays: 7 }) }),
    command: [...CLAUDE_CODE_COMMAND, '--allowedTools', 'Bash'],
  },
  {
    ...CODEX_AGENT,
    ...{ title: 'Codex', host: 'codex', scopes: ['user', 'project'] },
    files: (origin, place) => ({ '~/.codex/config.toml': codexConfiguration(origin, place) }),
    command: [process.execPath, CODEX_SCRIPT, 'exec', '--skip-git-repo-check', 'go on'],
  },
];

const missing = ['bwrap', 'socat', 'rg', 'python3'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
);
if (missing.length > 0) process.stderr.write(`skipped: sandboxes of other agents: there is no ${missing.join(', ')}\n`);

describe.skipIf(missing.length > 0)('rules compiled into the sandbox of another agent', () => {
  const cases = AGENTS.flatMap((agent) => agent.scopes.map((scope) => [agent.title, scope, agent] as const));

  test.each(cases)('%s, scope %s: python can neither read nor write what they deny', async (_, scope, agent) => {
    const { before, after, said, left } = await run(agent, scope);
    expect(said).toMatchObject({
      ...{ notes: 'notes', free: 'wrote', key: expect.not.stringMatching('hidden') },
      ...{ home: expect.not.stringMatching('wrote'), net: expect.not.stringMatching('probe') },
    });
    // In Claude Code, a user's sandbox can't name files of each project, and `install` says so.
    if (agent.host !== 'claude-code' || scope !== 'user') {
      expect(said).toMatchObject({
        ...{ env: expect.not.stringMatching('hidden'), pem: expect.not.stringMatching('hidden') },
        ...{ prod: expect.not.stringMatching('wrote'), new: expect.not.stringMatching('wrote') },
      });
      expect(left).toEqual(['free.txt']);
    }
    expect(after).toEqual(before);
  });

  // Codex has a sandbox of its own that would be in the way.
  test('Claude Code without the sandbox: the same program does all of it', async () => {
    const { said } = await run(AGENTS[0] as Confined, 'user', { isConfined: false });
    expect(said).toMatchObject({
      key: 'hidden-key',
      env: 'hidden-env',
      prod: 'wrote',
      net: expect.stringMatching('probe'),
    });
  });
});

/** Codex starts helpers from its directory, and does not where that is temporary. */
function placeIn(): ClientPlace {
  const previous = process.env.TMPDIR;
  const directory = mkdtempSync(join(homedir(), '.caliban-client-'));
  process.env.TMPDIR = directory;
  try {
    return new ClientPlace({ '~/.config/caliban/permissions.toml': RULES });
  } finally {
    if (previous === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previous;
  }
}

type Run = {
  /** The agent's configuration before the sandbox was installed, and after it was uninstalled. */
  readonly before: unknown;
  readonly after: unknown;
  readonly said: Readonly<Record<string, string>>;
  readonly left: readonly string[];
};

async function run(agent: Confined, scope: 'user' | 'project', { isConfined = true } = {}): Promise<Run> {
  const place = placeIn();
  const model = await ModelServer.start(agent.protocol, [
    calls(['call_0', ...agent.runs('python3 probe.py > said.txt')]),
  ]);
  try {
    for (const [path, text] of Object.entries({ ...SECRETS, ...agent.files(model.origin, place) }))
      place.write(path, text);
    for (const [path, text] of [
      ['~/.ssh/known_hosts', 'known'],
      ['notes.txt', 'notes'],
      ['prod/a.txt', 'production'],
      ['probe.py', PYTHON],
    ] as const)
      place.write(path, text);
    const file = Object.keys(agent.files(model.origin, place))[0] as string;
    const before = place.read(file);
    if (isConfined) place.caliban(['install', agent.host, '--sandbox', '--scope', scope]);
    const env = { ...agent.env(model.origin), PROBE: model.origin, TMPDIR: '/tmp' };
    const finished = await place.run(agent.command, env);
    if (!place.has('said.txt'))
      throw new Error(
        JSON.stringify([
          finished,
          (model.requests.at(-1)?.body.messages ?? model.requests.at(-1)?.body.input)?.at(-1),
        ]).slice(-2000),
      );
    const said = Object.fromEntries(
      place
        .read('said.txt')
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    );
    const left = ['prod/new.txt', 'free.txt', '~/stray.txt'].filter((path) => place.has(path));
    place.caliban(['uninstall', agent.host, '--scope', scope]);
    return { before, after: place.read(file), said, left };
  } finally {
    await model.close();
    rmSync(join(place.root, '..'), { recursive: true, force: true });
  }
}
