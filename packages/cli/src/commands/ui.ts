import { setTimeout as sleep } from 'node:timers/promises';
import { inboxClient, readDescription, type ServerDescription, type ServerFiles } from '@caliban/inbox';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { FailedError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import type { Terminal } from '../process/terminal.ts';
import { openedText, openInBrowser } from '../serve/open-in-browser.ts';
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
  // What the page asks for first: the server loads it while the browser starts.
  const prepared = inboxClient(place.files).send({ method: 'GET', path: '/api/page/cards', timeoutMs: MAX_START_MS });
  prepared.catch(() => {});
  const url = `http://127.0.0.1:${port}/#key=${token}`;
  const isOpened = !args.isSet('no-open') && (await openInBrowser(url, opensPage(place.files), terminal));
  if (args.isSet('json')) terminal.out(jsonText({ url, opened: isOpened, started: isStarted }));
  else terminal.out(openedText(url, isOpened));
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
