import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opencodePlugin } from '../../../src/hosts/opencode/plugin.ts';

const run = promisify(execFile);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'caliban-plugin-'));
});

afterAll(() => rm(directory, { recursive: true }));

/** What became of a call when the plugin stands in opencode's place, and a script in ours. */
async function called(hook: string): Promise<string> {
  await writeFile(join(directory, 'hook.mjs'), hook);
  await writeFile(
    join(directory, 'caliban.mjs'),
    opencodePlugin({ words: [process.execPath, join(directory, 'hook.mjs')] }),
  );
  const host = `
    const { Caliban } = await import(${JSON.stringify(pathToFileURL(join(directory, 'caliban.mjs')).href)});
    const hooks = await Caliban({ directory: '/repo' });
    await hooks.config({ mcp: { github: {} } });
    await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command: 'ls' } })
      .then(() => console.log('ran'), (error) => console.log(error.message));
  `;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: '' };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', host], { env });
  return stdout.trim();
}

test.each([
  [`console.log('{"action":"allow"}')`, 'ran'],
  [`console.log('{"action":"deny","message":"no rm"}')`, 'caliban did not allow the call: no rm'],
  [`console.log('{"action":"allow"}'); process.exitCode = 1`, 'caliban did not allow the call: the hook ended with 1'],
  [`console.log('{"action":"ALLOW"}')`, 'caliban did not allow the call: the hook ended with 0'],
  [`console.log('allow')`, 'caliban did not allow the call: the hook gave no answer'],
  [`throw new Error()`, 'caliban did not allow the call: the hook gave no answer'],
  [`console.log('null')`, 'caliban did not allow the call: the hook gave no answer'],
])('%s → %s', async (hook, outcome) => {
  expect(await called(hook)).toBe(outcome);
});

test('the hook gets everything, and starts without extra certificates', async () => {
  const heard = await called(`
    let text = '';
    for await (const chunk of process.stdin) text += chunk;
    console.log(JSON.stringify({ message: text + ('NODE_EXTRA_CA_CERTS' in process.env) + process.argv.slice(2) }));
  `);
  const payload = {
    tool: 'bash',
    args: { command: 'ls' },
    directory: '/repo',
    sessionID: 's',
    callID: 'c',
    servers: ['github'],
  };
  expect(heard).toBe(`caliban did not allow the call: ${JSON.stringify(payload)}falsehook,opencode`);
});
