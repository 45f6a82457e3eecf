import { appendFileSync, cpSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUNDLE, NODE_MODULES, ServeScratch } from './server-process.ts';

describe('caliban serve', () => {
  test('one for each user: started, looked at, refused a second time, stopped', async () => {
    const scratch = new ServeScratch();
    expect(await scratch.caliban('serve', '--status')).toMatchObject({
      exit: 1,
      stdout: 'caliban serve is not running.\n',
    });
    const server = await scratch.serve();
    const { pid } = server.child;
    expect(server.stdout).toMatch(
      /^caliban serves this user at http:\/\/127\.0\.0\.1:\d+ \(pid \d+\)\. Ctrl-C ends it\.\n$/,
    );
    const status = JSON.parse((await scratch.caliban('serve', '--status', '--json')).stdout);
    expect(status).toMatchObject({ running: true, pid, pending: 0, hooks: 0 });
    expect(await scratch.caliban('serve')).toMatchObject({
      exit: 1,
      stderr: `caliban serve: a server of this user runs already at ${status.url} (pid ${pid}); \`caliban serve --stop\` ends it\n`,
    });
    expect(await scratch.caliban('serve', '--stop')).toMatchObject({ exit: 0, stdout: 'Stopped.\n' });
    expect(await server.ended).toMatchObject({ exit: 0, stderr: '' });
    expect(await scratch.caliban('serve', '--stop')).toMatchObject({ exit: 0, stdout: 'It was not running.\n' });
  });

  test('Ctrl-C ends it', async () => {
    const scratch = new ServeScratch();
    const server = await scratch.serve('--json');
    server.child.kill('SIGINT');
    const { exit, stdout } = await server.ended;
    expect([exit, stdout.split('\n')[1]]).toEqual([0, '{"event":"ended","why":"interrupted"}']);
  });

  test('leftovers of a killed server do no harm', async () => {
    const scratch = new ServeScratch();
    const kill = async () => {
      const server = await scratch.serve();
      server.child.kill('SIGKILL');
      await server.ended;
      expect(existsSync(scratch.files.description)).toBe(true);
    };
    await kill();
    expect(await scratch.caliban('serve', '--status')).toMatchObject({ exit: 1 });
    expect(await scratch.caliban('serve', '--stop')).toMatchObject({
      exit: 0,
      stdout: 'It was not running any more; what it had left behind is removed.\n',
    });
    expect(existsSync(scratch.files.description)).toBe(false);
    await kill();
    await scratch.serve();
    expect(await scratch.caliban('serve', '--status')).toMatchObject({ exit: 0 });
  });

  test('no file of it can be read by others', async () => {
    const scratch = new ServeScratch();
    await scratch.serve();
    const { directory } = scratch.files;
    const modes = readdirSync(directory).map((name) => [
      name,
      (statSync(join(directory, name)).mode & 0o077).toString(8),
    ]);
    expect(modes.filter(([, mode]) => mode !== '0')).toEqual([]);
  });

  test('an idle one ends', async () => {
    const scratch = new ServeScratch();
    const server = await scratch.serve('--idle', '0.005');
    expect((await server.ended).stdout).toContain('Ended: no one needed it for a while.\n');
  });

  test('one whose program was updated answers no hook any more and ends', async () => {
    const scratch = new ServeScratch();
    const copy = join(scratch.root, 'bundle');
    cpSync(BUNDLE, copy, { recursive: true });
    symlinkSync(NODE_MODULES, join(scratch.root, 'node_modules'));
    const server = scratch.start(process.execPath, [join(copy, 'caliban.cjs'), 'serve']);
    await server.until('pid');
    const body = { payload: '{}', cwd: scratch.root, env: {}, names: [] };
    const answered = () => scratch.client.send({ method: 'POST', path: '/hook/claude-code', body });
    expect((await answered()).status).toBe(200);
    appendFileSync(join(copy, 'caliban.cjs'), '\n');
    expect((await answered()).status).toBe(503);
    expect((await server.ended).stdout).toContain('Ended: the program was updated or removed.\n');
  });

  test.each([
    [['--idle', 'soon'], 2, 'caliban serve: --idle `soon` is not a number of minutes\n'],
    [['--stop', '--status'], 2, 'caliban serve: --status and --stop do not go together; leave one out\n'],
    [['now'], 2, 'caliban serve: `now` is one argument too many; --help lists what there is\n'],
  ])('%j is refused', async (words, exit, stderr) => {
    const scratch = new ServeScratch();
    expect(await scratch.caliban('serve', ...words)).toEqual({ exit, stdout: '', stderr });
  });

  test('a broken file of the user is named', async () => {
    const scratch = new ServeScratch();
    scratch.write('home/.config/caliban/settings.toml', '[serve]\nport = 0\n');
    expect(await scratch.caliban('serve')).toMatchObject({
      exit: 78,
      stderr: expect.stringContaining('settings.toml:2:8: `port` is a number; expected a whole number from 1 to 65535'),
    });
  });
});
