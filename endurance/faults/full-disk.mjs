import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt } from '../shared/built.mjs';
import { ALLOW_ECHO, hookAnswer, hookInput, writeScript } from '../shared/calls.mjs';
import { expect, expectRun } from '../shared/expect.mjs';
import { readLoggedIds } from '../shared/logged-ids.mjs';
import { rulesIn } from '../shared/rules-in.mjs';
import { root } from './needs.mjs';
import { fillDisk, mountSmallDisk } from './small-disk.mjs';

const { projectFingerprint, rememberTrust, trustOf } = await importBuilt('storage', 'trust/project-trust');
const FULL = /the disk is full; free some space/;

export const scenarios = [
  {
    name: 'rule write',
    expectation: 'exit 3 and the cause; the old file, whole; no draft; works once there is room',
    needs: root,
    async run(world, afterwards) {
      const directory = world.path('ws/.caliban');
      mountSmallDisk(directory, {}, afterwards);
      const old = `# kept\n${ALLOW_ECHO}\n# ${'x'.repeat(9_000)}\n`;
      writeFileSync(world.projectRules, old);
      const free = fillDisk(directory);
      expectRun(await world.run(['perms', 'add', 'Bash:ls *', 'allow']), { code: 3, stderr: FULL });
      expect(readFileSync(world.projectRules, 'utf8') === old, 'the file has changed');
      expect(!readdirSync(directory).some((name) => name.endsWith('.tmp')), 'a draft was left behind');
      free();
      expectRun(await world.run(['perms', 'add', 'Bash:ls *', 'allow']), { code: 0 });
      expect((await rulesIn(world.projectRules)).rules.length === 2, 'the rule is not there');
    },
  },
  {
    name: 'rule write, no inode left',
    expectation: 'exit 3 and the cause; the old file, whole',
    needs: root,
    async run(world, afterwards) {
      const directory = world.path('ws/.caliban');
      mountSmallDisk(directory, { inodes: 4 }, afterwards);
      writeFileSync(world.projectRules, ALLOW_ECHO);
      for (let count = 0; useInode(directory, count); count++);
      expectRun(await world.run(['perms', 'add', 'Bash:ls *', 'allow']), { code: 3, stderr: FULL });
      expect(readFileSync(world.projectRules, 'utf8') === ALLOW_ECHO, 'the file has changed');
    },
  },
  {
    name: 'log, hook',
    expectation: 'warns once, the call goes on',
    needs: root,
    async run(world, afterwards) {
      fullLog(world, afterwards);
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      expectRun(result, { code: 0, stderr: FULL });
      expect(hookAnswer(result)?.permissionDecision === 'allow', `not allowed: ${result.stdout}`);
      expect(result.stderr.trim().split('\n').length === 1, `said more than once: ${result.stderr}`);
    },
  },
  {
    name: 'log, hook, audit_log = "required"',
    expectation: 'denies with the true cause',
    needs: root,
    async run(world, afterwards) {
      fullLog(world, afterwards);
      requireLog(world);
      const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo hi') });
      const answer = hookAnswer(result);
      expect(answer?.permissionDecision === 'deny', `not denied: ${result.stdout} ${result.stderr}`);
      expect(FULL.test(answer.permissionDecisionReason), `without the cause: ${answer.permissionDecisionReason}`);
    },
  },
  {
    name: 'log, agent',
    expectation: 'warns once for three calls, which run',
    needs: root,
    async run(world, afterwards) {
      fullLog(world, afterwards, { sessionsElsewhere: true });
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const result = await runScript(world, ['echo one', 'echo two', 'echo three']);
      expectRun(result, { code: 0, stdout: /Done\./ });
      expect(result.stderr.match(/decision log/g)?.length === 1, `not said once: ${result.stderr}`);
      expect(FULL.test(result.stderr), `without the cause: ${result.stderr}`);
    },
  },
  {
    name: 'log, agent, audit_log = "required"',
    expectation: 'no call runs; the model reads the true cause',
    needs: root,
    async run(world, afterwards) {
      fullLog(world, afterwards, { sessionsElsewhere: true });
      requireLog(world, '[[permissions.rules]]\npattern = "Bash"\naction = "allow"\n');
      const result = await runScript(world, ['touch ran.txt']);
      expectRun(result, { code: [0, 1] });
      expect(!world.has('ws/ran.txt'), 'it ran without a line');
      expect(FULL.test(result.stdout), `without the cause: ${result.stdout}`);
    },
  },
  {
    name: 'log, room for a part of a line',
    expectation: 'the part spoils no other line; later lines are whole',
    needs: root,
    async run(world, afterwards) {
      mountSmallDisk(world.state, { size: '64k' }, afterwards);
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      writeFileSync(
        world.log,
        `${JSON.stringify({ ts: '2026-01-01T00:00:00.000Z', tool_use_id: 'old' })}\n`.repeat(70),
      );
      const free = fillDisk(world.state);
      const told = [];
      for (let number = 1; number <= 4; number++) {
        const input = hookInput(world, `echo ${'y'.repeat(3_000)}`, `full-${number}`);
        const result = await world.run(['hook', 'claude-code'], { input });
        expectRun(result, { code: 0 });
        if (result.stderr === '') told.push(`full-${number}`);
      }
      free();
      await world.run(['hook', 'claude-code'], { input: hookInput(world, 'echo late', 'late') });
      const { ids, torn } = readLoggedIds(world.log);
      for (const id of [...told, 'late']) expect(ids.get(id)?.length === 1, `${id} is not there once`);
      expect(torn.length <= 4 - told.length, `more is torn than failed: ${torn.join('; ')}`);
      const audit = await world.run(['perms', 'audit', '--json']);
      expectRun(audit, { code: 0, stdout: /"late"/ });
    },
  },
  {
    name: 'transcript',
    expectation: 'the run goes to its end and says that it is not kept',
    needs: root,
    async run(world, afterwards) {
      const sessions = join(world.state, 'sessions');
      mountSmallDisk(sessions, { size: '16k' }, afterwards);
      fillDisk(sessions);
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      const result = await runScript(world, ['echo one', 'echo two']);
      expectRun(result, { code: 0, stdout: /Done\./, stderr: /ENOSPC|disk is full|no space/i });
      expect(readLoggedIds(world.log).lines === 2, 'a decision was not logged');
    },
  },
  {
    name: 'trust file',
    expectation: 'the answer is not kept and it is said; older answers stay',
    needs: root,
    async run(world, afterwards) {
      mountSmallDisk(world.state, { size: '64k' }, afterwards);
      const file = join(world.state, 'trust.json');
      const content = (text) => ({ workspace: '/w', fingerprint: projectFingerprint([{ name: 'p', content: text }]) });
      await rememberTrust(file, { ...content('old'), answer: 'use' });
      fillDisk(world.state);
      const kept = await rememberTrust(file, { ...content('new'), answer: 'use' });
      expect(!kept.ok && FULL.test(kept.error), `it said ${JSON.stringify(kept)}`);
      expect(trustOf(file, content('old')).value === 'use', 'the older answer is gone');
      expect(trustOf(file, content('new')).value === null, 'the new answer counts');
    },
  },
  {
    name: 'policy cache',
    expectation: 'right without it, silently; no draft is left',
    needs: root,
    async run(world, afterwards) {
      const cache = world.path('home/.cache/caliban');
      mountSmallDisk(cache, { size: '16k' }, afterwards);
      fillDisk(cache);
      world.write('ws/.caliban/permissions.toml', ALLOW_ECHO);
      for (const [command, action] of [
        ['echo hi', 'allow'],
        ['ls', 'ask'],
        ['echo hi', 'allow'],
      ]) {
        const result = await world.run(['hook', 'claude-code'], { input: hookInput(world, command) });
        expectRun(result, { code: 0, stderr: /^$/ });
        expect(hookAnswer(result)?.permissionDecision === action, `${command}: ${result.stdout}`);
      }
      const left = readdirSync(cache).filter((name) => name.endsWith('.tmp'));
      expect(left.length === 0, `left behind: ${left.join(', ')}`);
    },
  },
  {
    name: 'rotation and compression',
    expectation: 'the log goes on growing or is rotated; no line is lost; no draft is left',
    needs: root,
    async run(world, afterwards) {
      mountSmallDisk(world.state, { size: '128k' }, afterwards);
      const { openAuditLog } = await importBuilt('storage', 'audit/write/audit-log');
      const { entryOf } = await import('../../bench/audit/entries.mjs');
      const warnings = [];
      const options = { file: world.log, maxBytes: 8_000, settleMs: 0, required: true, version: 'faults' };
      const told = [];
      for (let round = 0; round < 60; round++) {
        const log = openAuditLog({ ...options, warn: (message) => warnings.push(message) });
        for (let number = 0; number < 20; number++) {
          const id = `${round}-${number}`;
          try {
            log.record({ ...entryOf(number), tool_use_id: id });
            told.push(id);
          } catch (error) {
            expect(FULL.test(error.message), `another cause: ${error.message}`);
          }
        }
        log.close();
        if (round === 10) fillDisk(world.state, { leave: 6_000 });
      }
      const { ids, unreadable } = readLoggedIds(world.log);
      const lost = told.filter((id) => ids.get(id)?.length !== 1);
      expect(told.length > 200, `only ${told.length} lines went in`);
      expect(lost.length === 0, `lost ${lost.length}: ${lost.slice(0, 5).join(', ')}`);
      expect(unreadable.length === 0, unreadable.join('; '));
      const drafts = readdirSync(world.state).filter((name) => name.endsWith('.draft'));
      expect(drafts.length === 0, `left behind: ${drafts.join(', ')}`);
    },
  },
];

function useInode(directory, count) {
  try {
    writeFileSync(join(directory, `inode-${count}`), '');
    return true;
  } catch {
    return false;
  }
}

function fullLog(world, afterwards, { sessionsElsewhere = false } = {}) {
  mountSmallDisk(world.state, { size: '16k' }, afterwards);
  if (sessionsElsewhere) {
    mkdirSync(join(world.state, 'sessions'));
    mountSmallDisk(join(world.state, 'sessions'), { size: '1m' }, afterwards);
  }
  fillDisk(world.state);
  expect(!existsSync(world.log), 'there is a log already');
}

function requireLog(world, rules = ALLOW_ECHO) {
  world.write('home/.config/caliban/permissions.toml', `[permissions]\naudit_log = "required"\n${rules}`);
}

function runScript(world, commands) {
  const model = `scripted:${writeScript(world, commands)}`;
  return world.run(['-p', 'go', '--model', model, '--output-format', 'stream-json']);
}
