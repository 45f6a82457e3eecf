import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDescription, type ServerDescription, type ServerFiles } from '@caliban/inbox';
import { writeAtomically } from '@caliban/storage/files';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { FailedError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import type { Terminal } from '../process/terminal.ts';
import { opensPage } from '../serve/opens-page.ts';
import { serverStatus } from '../serve/server-control.ts';
import { serverPlace, serverSettings } from '../serve/server-place.ts';
import { DEFAULT_IDLE_MINUTES, startOnDemand } from '../serve/start-on-demand.ts';

/** `caliban ui`: the page in the browser, with the key of this server start. */
export async function ui(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const place = serverPlace(terminal);
  const { serve } = await serverSettings(place);
  const idleMinutes = serve.idleMinutes?.value ?? DEFAULT_IDLE_MINUTES;
  const isStarted = startOnDemand({ files: place.files, idleMinutes, env: terminal.env });
  const { port, token } = await running(place.files);
  const url = `http://127.0.0.1:${port}/#key=${token}`;
  const isOpened = !args.isSet('no-open') && (await open(url, place.files, terminal));
  if (args.isSet('json')) terminal.out(jsonText({ url, opened: isOpened, started: isStarted }));
  else if (isOpened) terminal.out(`The page opens in your browser. If it does not: ${url}\n`);
  else terminal.out(`${url}\n`);
  return 0;
}

const MAX_START_MS = 10_000;

async function running(files: ServerFiles): Promise<ServerDescription> {
  for (const end = performance.now() + MAX_START_MS; performance.now() < end; await sleep(50)) {
    const description = readDescription(files);
    if (description !== null && (await serverStatus(files)) !== null) return description;
  }
  throw new FailedError('the server did not start; `caliban serve` says why');
}

const MAX_OPEN_MS = 5_000;

/**
 * Opens a private file that redirects to the page: a key on a command line could be read by everyone on this machine. False: no
 * browser can be started from here.
 */
async function open(url: string, files: ServerFiles, { env }: Terminal): Promise<boolean> {
  const opener = openerFor(env);
  if (opener === null) return false;
  const file = opensPage(files);
  rmSync(file, { force: true });
  writeAtomically(
    file,
    `<!doctype html><meta charset="utf-8"><title>caliban</title><script>location.replace(${JSON.stringify(url)})</script>\n`,
    { mode: 0o600 },
  );
  const [program = '', ...words] = opener;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, file], { detached: true, stdio: 'ignore' });
    const patience = setTimeout(() => resolve(true), MAX_OPEN_MS);
    const settle = (isOpened: boolean) => {
      clearTimeout(patience);
      resolve(isOpened);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
}

function openerFor(env: Terminal['env']): readonly string[] | null {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['explorer.exe'];
    default:
      // Over SSH and on a console there is no browser.
      return env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined ? null : ['xdg-open'];
  }
}
