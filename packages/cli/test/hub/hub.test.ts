import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sealBundle } from '@caliban/hub';
import { hubClient } from '@caliban/hub/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNotRehearsed } from '../../../agent/test/rehearsal/scratch.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../../../hub/test/helpers/postgres.ts';
import { root, run, Team } from './team.ts';

const isThere = postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}\n`);

/** Long enough for a sync and a hook on a busy machine. */
const FRESH_MS = 15_000;

const POLICY = `[[permissions.rules]]
pattern = "@history-rewrite"
action = "deny"
reason = "team policy"

[[permissions.rules]]
pattern = "Bash:git status"
action = "allow"

[[permissions.tests]]
call = "Bash:git push -f"
expect = "deny"
`;

describe.skipIf(!isThere)('caliban hub', { timeout: 120_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off']);
  });
  afterAll(() => cluster?.remove());

  test('from an empty database to a governed agent and back', async () => {
    const team = await Team.start(cluster);
    const { admin, agent } = team;

    expect(await admin('hub', 'policy', 'list')).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/No policy has been pushed yet/),
    });
    expect(await agent('hub', 'join', team.url, '--token-file', 'agent.token', '--yes')).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/policy: none yet/),
    });
    // Joined, and no policy yet: nothing runs.
    expect(await agent('perms', 'test', 'Bash', 'ls')).toMatchObject({ exit: 1 });

    team.write('permissions.toml', POLICY);
    const pushed = await admin('hub', 'policy', 'push', 'permissions.toml', '--yes', ...team.signing);
    expect(pushed).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/1 test passed[\s\S]*Version 1 is in force/),
    });
    expect((await agent('hub', 'sync')).stdout).toBe('policy: version 1, new\nlog: 0 lines uploaded\n');
    expect(await agent('perms', 'test', 'Bash', 'git push --force')).toMatchObject({ exit: 1 });
    expect(await agent('perms', 'test', 'Bash', 'git status')).toMatchObject({ exit: 0 });

    for (const command of ['git status', 'git push -f', 'npm test']) await team.hook(command);
    expect((await agent('hub', 'sync')).stdout).toBe('policy: version 1, unchanged\nlog: 3 lines uploaded\n');
    expect(await agent('perms', 'audit', 'verify')).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/3 lines match what was uploaded/),
    });
    expect(await admin('hub', 'audit', 'verify')).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/3 lines, the chain is whole/),
    });
    expect((await admin('hub', 'agents')).stdout).toMatch(/laptop .* 1 +3 +0/);
    const exported = (await admin('hub', 'audit', 'export')).stdout.trim().split('\n');
    expect(exported.map((line) => JSON.parse(JSON.parse(line).line).input.command)).toEqual([
      'git status',
      'git push -f',
      'npm test',
    ]);

    // What the change would have done to the fleet's calls is shown before it is pushed.
    team.write('next.toml', '[[permissions.rules]]\npattern = "Bash:git *"\naction = "allow"\n');
    const next = await admin('hub', 'policy', 'push', 'next.toml', '--yes', ...team.signing);
    expect(next).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(/Replayed 3 calls[\s\S]*deny -> allow, 1 call:[\s\S]*git push -f/),
    });
    expect(next.stderr).not.toContain('/caliban-policy-');
    await agent('hub', 'sync');
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 0 });
    expect(await admin('hub', 'policy', 'rollback', '1', '--yes', ...team.signing)).toMatchObject({ exit: 0 });
    await agent('hub', 'sync');
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 1 });
    expect((await admin('hub', 'policy', 'list')).stdout).toMatch(/^3 .* back to version 1$/m);

    // Somebody edits the log.
    const log = team.path('agent/.local/state/caliban/permission-decisions.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('git push -f', 'git push'));
    expect(await agent('perms', 'audit', 'verify')).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/line 2 .* not the same here/),
    });

    expect(await agent('hub', 'status')).toMatchObject({ exit: 0, stdout: expect.stringMatching(/version 3/) });
    await admin('hub', 'token', 'revoke', 'laptop');
    await expect.poll(async () => (await agent('hub', 'status')).exit, { timeout: 10_000 }).toBe(1);
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 1 });
    expect(await agent('hub', 'leave')).toMatchObject({ exit: 0 });
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 2 });
  });

  test('a policy whose tests fail is not pushed', async () => {
    const { admin, write, signing } = await Team.start(cluster);
    write('bad.toml', `${POLICY.replace('action = "deny"', 'action = "ask"').replace('reason = "team policy"\n', '')}`);
    const pushed = await admin('hub', 'policy', 'push', 'bad.toml', '--yes', ...signing);
    expect(pushed).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/the tests beside the rules fail, so nothing was pushed/),
    });
    expect((await admin('hub', 'policy', 'list')).stdout).toMatch(/No policy/);
  });

  test("a stale policy's allows are questions, also if it was packed while it was fresh", async () => {
    const team = await Team.start(cluster);
    const { agent } = team;
    await agent('hub', 'join', team.url, '--token-file', 'agent.token', '--yes');
    const key = createPrivateKey(readFileSync(team.path('hub/policy-key.pem'), 'utf8'));
    const bundle = sealBundle(
      {
        version: 1,
        issuedAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + FRESH_MS).toISOString(),
        note: '',
        files: { 'permissions.toml': POLICY },
      },
      key,
    );
    await hubClient({ url: team.url, token: team.adminToken }).send({
      method: 'POST',
      path: '/api/policy',
      body: { bundle },
    });
    await agent('hub', 'sync');
    expect((await team.hook('git status')).stdout).toContain('"allow"');
    await expect
      .poll(async () => (await team.hook('git status')).stdout, { timeout: 2 * FRESH_MS, interval: 500 })
      .toContain('"ask"');
    expect((await team.hook('git push -f')).stdout).toContain('"deny"');
    expect(await agent('hub', 'status')).toMatchObject({ exit: 1, stdout: expect.stringMatching(/stale/) });
    expect((await agent('doctor')).stdout).toMatch(/this policy is stale since/);
  });

  test('a hub or a database that signs with another key changes nothing on an agent', async () => {
    const [team, other] = [await Team.start(cluster), await Team.start(cluster)];
    const { agent } = team;
    team.write('permissions.toml', POLICY);
    await team.admin('hub', 'policy', 'push', 'permissions.toml', '--yes', ...team.signing);
    await agent('hub', 'join', team.url, '--token-file', 'agent.token', '--yes');
    const forged = sealBundle(
      {
        version: 2,
        issuedAt: new Date().toISOString(),
        expiresAt: '2099-01-01T00:00:00Z',
        note: '',
        files: { 'permissions.toml': '[[permissions.rules]]\npattern = "*"\naction = "allow"\n' },
      },
      createPrivateKey(readFileSync(other.path('hub/policy-key.pem'), 'utf8')),
    );
    await team.inDatabase(`INSERT INTO policies (version, bundle, pushed_by) VALUES (2, '${forged}', 'mallory')`);
    expect(await agent('hub', 'sync')).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/not signed by a key that is trusted here/),
    });
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 1 });
    // An older one, rightly signed, is refused too.
    await team.inDatabase('DELETE FROM policies');
    expect((await agent('hub', 'sync')).exit).toBe(0);
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 1 });
    // What someone changes on the agent's machine is undone.
    writeFileSync(team.path('agent/.local/state/caliban/hub/managed/permissions.toml'), '');
    await agent('hub', 'sync');
    expect(await agent('perms', 'test', 'Bash', 'git push -f')).toMatchObject({ exit: 1 });
  });

  test('a question of an agent is answered by an approver, by name', async () => {
    const team = await Team.start(cluster);
    const { agent, admin } = team;
    team.write('permissions.toml', '');
    await admin('hub', 'policy', 'push', 'permissions.toml', '--yes', ...team.signing);
    await agent('hub', 'join', team.url, '--token-file', 'agent.token', '--yes');
    const carol = (await admin('hub', 'token', 'add', 'carol', '--role', 'approver')).stdout.trim();
    team.write('carol.token', carol);
    const asCarol = ['--url', team.url, '--token-file', 'carol.token'];
    team.write('agent/script.json', JSON.stringify([CALL, { text: 'done' }]));
    mkdirSync(team.path('agent/.config/caliban'), { recursive: true });
    team.write('agent/.config/caliban/settings.toml', '[sandbox]\nrehearse = true\n');
    const running = agent('-p', 'go', '--model', 'scripted:agent/script.json', '--ask-via', 'inbox');
    let listed = '';
    await expect
      .poll(
        async () => {
          listed = (await admin('hub', 'questions', ...asCarol)).stdout;
          return listed;
        },
        { timeout: 20_000 },
      )
      .toContain('Bash touch made');
    expect(listed).toContain('laptop of anna');
    const isRehearsed = (await whyNotRehearsed()) === null;
    expect(listed).toMatch(isRehearsed ? /1 change\. A yes makes it.*\n +\+ created made/ : /Not rehearsed: /);
    const [id = ''] = listed.split(' ');
    expect(await admin('hub', 'answer', id, 'perhaps', ...asCarol)).toMatchObject({ exit: 2 });
    expect((await admin('hub', 'answer', id, 'allow', ...asCarol)).stdout).toBe('Allowed: Bash touch made\n');
    expect(await admin('hub', 'answer', id, 'deny', ...asCarol)).toMatchObject({ exit: 1 });
    const ended = await running;
    expect([ended.exit, ended.stdout]).toEqual([0, 'done\n']);
    expect((await agent('perms', 'audit', '--tail', '1')).stdout).toContain('carol (terminal)');
  });

  test("a call that several people have to allow runs after as many have, none of them the agent's owner", async () => {
    const team = await Team.start(cluster);
    const { agent, admin } = team;
    team.write('permissions.toml', SEVERAL);
    const pushed = await admin('hub', 'policy', 'push', 'permissions.toml', '--yes', ...team.signing);
    expect(pushed.exit, pushed.stderr).toBe(0);
    await agent('hub', 'join', team.url, '--token-file', 'agent.token', '--yes');
    await agent('hub', 'sync');
    const person = async (name: string) => {
      const token = (await admin('hub', 'token', 'add', name, '--role', 'approver')).stdout.trim();
      return hubClient({ url: team.url, token });
    };
    const [anna, bob, carol] = [await person('anna'), await person('bob'), await person('carol')];
    team.write('agent/script.json', JSON.stringify([CALL, { text: 'done' }]));
    const prompt = ['-p', 'go', '--model', 'scripted:agent/script.json'];
    const needed = /needs the approval of 2 people other than the agent's owner through a hub/;

    // Nobody on the agent's machine can allow it.
    for (const flags of [[], ['--auto-allow'], ['--permission-mode', 'dontAsk'], ['--allow', 'Bash:touch *']]) {
      expect((await agent(...prompt, ...flags)).stderr, flags.join()).toMatch(needed);
      expect(existsSync(team.path('made')), flags.join()).toBe(false);
    }
    expect(await team.hook('touch made')).toMatchObject({
      stdout: expect.stringMatching(/"permissionDecision":"deny".*needs the approval of 2 people/),
    });

    const run = agent(...prompt, '--ask-via', 'inbox');
    const view = await firstQuestion(carol);
    expect(view.ask.context).toMatchObject({ approvals: 2, selfApproval: false });
    const allow = async (client: typeof anna) =>
      (
        await client.send({
          method: 'POST',
          path: `/api/asks/${view.id}/answer`,
          body: { hash: view.ask.hash, action: 'allow', through: 'page' },
        })
      ).status;
    expect(await allow(anna)).toBe(403);
    expect(await allow(bob)).toBe(200);
    expect(await allow(bob)).toBe(200);
    expect(existsSync(team.path('made'))).toBe(false);
    expect(await allow(carol)).toBe(200);
    expect(await run).toMatchObject({ exit: 0, stdout: expect.stringMatching(/done/) });
    expect(existsSync(team.path('made'))).toBe(true);

    // A host that could ask its own user waits for them too.
    rmSync(team.path('made'));
    const hook = team.hook('touch made', ['--wait', '60']);
    const second = await firstQuestion(bob);
    for (const client of [carol, bob])
      await client.send({
        method: 'POST',
        path: `/api/asks/${second.id}/answer`,
        body: { hash: second.ask.hash, action: 'allow', through: 'page' },
      });
    expect((await hook).stdout).toMatch(/"permissionDecision":"allow"/);
    expect((await agent('perms', 'audit', '--tail', '1')).stdout).toContain('bob (page)');
  });

  test.each([
    [['hub', 'polcy'], 2, /did you mean `policy`/],
    [['hub', 'setup'], 2, /say where the database is/],
    [['hub', 'sync'], 78, /no hub was joined/],
    [['hub', 'token', 'list'], 78, /no hub is known here/],
    [['hub', 'join', 'http://hub.example', '--token-file', 'x', '--yes'], 2, /does not begin with https/],
    [['serve', '--hub', '--directory', 'nowhere'], 78, /no database; run `caliban hub setup`/],
    [['perms', 'audit', 'verify'], 3, /no hub was joined/],
  ])('%j', async (words, exit, message) => {
    const ran = await run({ home: root(), cwd: tmpdir() }, words);
    expect(ran).toMatchObject({ exit, stderr: expect.stringMatching(message) });
  });
});

const SEVERAL = `[[permissions.rules]]
pattern = "Bash:touch *"
action = "ask"
approvals = 2
self_approval = false

[[permissions.tests]]
call = "Bash:touch made"
expect = "ask"
`;

type Question = { readonly id: string; readonly ask: { readonly hash: string; readonly context: object } };
type Cards = { readonly cards: readonly { readonly views: readonly Question[] }[] };

async function firstQuestion(client: ReturnType<typeof hubClient>): Promise<Question> {
  let view: Question | undefined;
  const look = async () => {
    view = ((await client.send({ method: 'GET', path: '/api/cards' })).body as Cards).cards[0]?.views[0];
    return view;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeDefined();
  return view as unknown as Question;
}

const CALL = { tool_uses: [{ name: 'Bash', input: { command: 'touch made' } }] };
