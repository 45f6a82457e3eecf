import type { HostName } from '@caliban/adapters';
import { plural } from '@caliban/calls/text';
import type { ServerFiles } from '@caliban/inbox';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';
import { UsageError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import type { Terminal } from '../process/terminal.ts';
import { hookClientFile, hostsThatStart } from '../serve/hook-client-file.ts';
import { AlreadyRunningError, runServer, type ServerEnd } from '../serve/run-server.ts';
import { type ServerStatus, type StopOutcome, serverStatus, stopServer } from '../serve/server-control.ts';
import { serverPlace } from '../serve/server-place.ts';

/** `caliban serve`: this user's server, until Ctrl-C; or its status, or stopping it. */
export async function serve(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  if (args.isSet('hub')) return (await import('../hub/run-hub.ts')).runHub(args, terminal);
  const asked = (['status', 'stop'] as const).filter((flag) => args.isSet(flag));
  if (asked.length > 1) throw new UsageError('--status and --stop do not go together; leave one out');
  const place = serverPlace(terminal);
  const json = args.isSet('json');
  if (args.isSet('stop')) return reportStop(await stopServer(place.files), { json, files: place.files }, terminal);
  if (args.isSet('status')) {
    const { home, env, cwd: workspace } = terminal;
    const warm = hostsThatStart(hookClientFile(place.stateDirectory), { home, env, workspace });
    return reportStatus({ status: await serverStatus(place.files), warm, json }, terminal);
  }

  const idleMs = idleTime(args);
  try {
    const end = await runServer({
      place,
      terminal,
      idleMs,
      signal: terminal.interrupted(),
      warn: (message) => terminal.err(`caliban serve: ${message}\n`),
      onStarted({ description }) {
        const { pid, port } = description;
        const url = `http://127.0.0.1:${port}`;
        terminal.out(
          json
            ? `${JSON.stringify({ event: 'started', pid, url })}\n`
            : `caliban serves this user at ${url} (pid ${pid}). Ctrl-C ends it.\n`,
        );
      },
    });
    terminal.out(json ? `${JSON.stringify({ event: 'ended', why: end })}\n` : `${ENDED[end]}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    const status = await serverStatus(place.files);
    const known = status === null ? '' : ` at ${status.url} (pid ${status.pid})`;
    terminal.err(`caliban serve: ${error.message}${known}; \`caliban serve --stop\` ends it\n`);
    return FAILED_EXIT;
  }
}

const ENDED: Readonly<Record<ServerEnd, string>> = {
  stopped: 'Stopped.',
  interrupted: 'Stopped.',
  idle: 'Ended: no one needed it for a while.',
  updated: 'Ended: the program was updated or removed.',
};

function idleTime(args: Args): number | null {
  const written = args.text('idle');
  if (written === undefined) return null;
  if (!/^\d{1,5}(?:\.\d{1,3})?$/.test(written) || Number(written) === 0)
    throw new UsageError(`--idle \`${written}\` is not a number of minutes`);
  return Number(written) * 60_000;
}

type StatusReport = {
  readonly status: ServerStatus | null;
  /** The hosts whose hook asks the server without starting Node. */
  readonly warm: readonly HostName[];
  readonly json: boolean;
};

function reportStatus({ status, warm, json }: StatusReport, terminal: Terminal): number {
  if (json) terminal.out(jsonText({ running: status !== null, ...status, warm }));
  else if (status === null) terminal.out('caliban serve is not running.\n');
  else {
    const { pid, url, version, startedAt, pending, hooks, notify } = status;
    terminal.out(`caliban serve ${version} runs at ${url} (pid ${pid}) since ${startedAt}.\n`);
    terminal.out(`${plural(pending, 'open question')}, ${plural(hooks, 'hook')} answered.\n`);
    for (const { way, sent, failed, dropped, problem } of notify) {
      const lost = [...(failed > 0 ? [`${failed} failed`] : []), ...(dropped > 0 ? [`${dropped} dropped`] : [])];
      const why = problem === null ? '' : `; ${problem}`;
      terminal.out(`Notified by ${way}: ${[`${sent} sent`, ...lost].join(', ')}${why}.\n`);
    }
  }
  if (!json && warm.length > 0) terminal.out(`Warm hooks: ${warm.join(', ')}.\n`);
  return status === null ? FAILED_EXIT : 0;
}

function reportStop(
  outcome: StopOutcome,
  { json, files }: { readonly json: boolean; readonly files: ServerFiles },
  terminal: Terminal,
): number {
  if (json) terminal.out(jsonText({ outcome }));
  switch (outcome) {
    case 'stopped':
    case 'stale':
    case 'not-running':
      if (!json) terminal.out(STOPPED[outcome]);
      return 0;
    case 'hung':
      terminal.err(
        `caliban serve: it has the lock ${files.lock}.lock and does not end; end its process, then start it again\n`,
      );
      return FAILED_EXIT;
  }
}

const STOPPED = {
  stopped: 'Stopped.\n',
  stale: 'It was not running any more; what it had left behind is removed.\n',
  'not-running': 'It was not running.\n',
} as const;
