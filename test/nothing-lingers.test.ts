import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const BUILT = new URL('../packages/', import.meta.url);

/** Each in a process of its own: a timer that is left over keeps the program, and whoever waits for it, that much longer. */
test.each([
  [
    'a command',
    `import { findShell } from '${BUILT}agent/dist/tools/shell/find-shell.js';
     import { startShell } from '${BUILT}agent/dist/tools/shell/start-shell.js';
     const run = await startShell({ shell: findShell(), script: 'echo hi', cwd: '/', env: {}, onOutput() {} });
     await run.shellEnded;
     await run.allEnded;`,
  ],
  [
    'a proxied server',
    `import { ServerProcess } from '${BUILT}cli/dist/mcp/server-process.js';
     await new ServerProcess({ command: 'true', args: [], cwd: '/', env: process.env }, () => {}).ended;`,
  ],
])('when %s is over, nothing keeps the program alive', async (_, code) => {
  const script = `${code}
    await new Promise(setImmediate);
    console.log(JSON.stringify(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')));`;
  const cwd = fileURLToPath(BUILT);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd });
  expect(stdout).toBe('[]\n');
});
