import { setTimeout as sleep } from 'node:timers/promises';
import { plural } from '@caliban/calls/text';
import { UnreachableError } from '@caliban/inbox';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FAILED_EXIT } from '../../command-line/exit-codes.ts';
import { ConfigurationError, FailedError } from '../../command-line/problems.ts';
import { filesOf } from '../../hub/hub-access.ts';
import { readJoined } from '../../hub/joined-hub.ts';
import { type SyncReport, syncHub } from '../../hub/sync-hub.ts';
import { jsonLine } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import type { Terminal } from '../../process/terminal.ts';
import { serverPlace } from '../../serve/server-place.ts';

const PAUSE_MS = 60_000;

/** `caliban hub sync` */
export async function sync(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const files = filesOf(terminal);
  const joined = readJoined(files.agent);
  if (joined === null)
    throw new ConfigurationError(['no hub was joined; run `caliban hub join URL --token-file FILE`']);
  const { stateDirectory } = serverPlace(terminal);
  const json = args.isSet('json');
  const once = async () => {
    const report = await syncHub({ joined, files, stateDirectory });
    terminal.out(json ? jsonLine(report) : reportText(report, terminal));
    return report.policy.problem === null ? 0 : FAILED_EXIT;
  };
  if (!args.isSet('watch')) return once().catch(refused);
  const ending = terminal.interrupted();
  while (!ending.aborted) {
    await once().catch((error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error;
      terminal.err(`caliban hub sync: ${error.message}; trying again in a minute\n`);
    });
    await sleep(PAUSE_MS, undefined, { signal: ending }).catch(() => {});
  }
  return 0;

  function refused(error: unknown): never {
    if (error instanceof UnreachableError) throw new FailedError(`${joined?.url}: ${error.message}`);
    throw error;
  }
}

export function reportText({ policy, log }: SyncReport, terminal: Pick<Terminal, 'colours'>): string {
  const state = policy.isNew ? 'new' : 'unchanged';
  const rows = [
    policy.version === 0 ? 'policy: none yet' : `policy: version ${policy.version}, ${state}`,
    `log: ${plural(log.added, 'line')} uploaded`,
    ...(policy.problem === null ? [] : [paint('deny', policy.problem, terminal)]),
    ...log.gaps.map((gap) => paint('ask', `gap: ${gap}`, terminal)),
  ];
  return rows.map((row) => `${row}\n`).join('');
}
