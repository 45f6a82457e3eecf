import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));
const HARNESS = fileURLToPath(new URL('../../packages/tui/test/pty/terminal.ts', import.meta.url));
const NODE_ENV = process.env.NODE_ENV;
const { module } = await runnerImport(HARNESS, { logLevel: 'error' });
// What is measured must not find the importer's environment.
if (NODE_ENV === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = NODE_ENV;

export const SIZE = { columns: 100, rows: 40 };

/** Node in a terminal of its own, with nothing of the operator's in reach. */
export function startNode(args, scratch, cwd = join(scratch, 'workspace')) {
  const env = { HOME: scratch, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined };
  return module.TestTerminal.start(process.execPath, args, {
    ...SIZE,
    cwd,
    env: { ...env, NODE_EXTRA_CA_CERTS: undefined },
  });
}

/** The built program with a scripted model. */
export function startSession(script, scratch) {
  if (!existsSync(PROGRAM)) throw new Error('the program is not built; run `npm run build`');
  const file = join(scratch, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  return startNode([PROGRAM, '--model', `scripted:${file}`], scratch);
}
