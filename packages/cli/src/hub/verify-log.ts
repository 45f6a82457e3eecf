import { plural } from '@caliban/calls/text';
import { compareLog } from '@caliban/hub';
import { UnreachableError } from '@caliban/inbox';
import { readNewLines } from '@caliban/storage/audit';
import type { Args } from '../command-line/args.ts';
import { FOUND_EXIT } from '../command-line/exit-codes.ts';
import { ConfigurationError, FailedError, UsageError } from '../command-line/problems.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { jsonText } from '../output/json.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../process/terminal.ts';
import { serverPlace } from '../serve/server-place.ts';
import { filesOf } from './hub-access.ts';
import { clientOf, readJoined } from './joined-hub.ts';

/** `perms audit verify`: whether the local log still matches what was uploaded to the hub. Exits 1 if it doesn't. */
export async function verifyLog(args: Args, terminal: Terminal): Promise<number> {
  const [, extra] = args.operands;
  if (extra !== undefined) throw new UsageError(`\`${extra}\` is one argument too many`);
  const joined = readJoined(filesOf(terminal).agent);
  if (joined === null)
    throw new ConfigurationError([
      'nothing to compare the log with: no hub was joined. `caliban hub audit verify` checks what a hub has',
    ]);
  const log = decisionLogFile(serverPlace(terminal));
  const compared = await compareLog({ client: clientOf(joined), read: (from) => readNewLines(log, from) }).catch(
    (error: unknown) => {
      if (error instanceof UnreachableError) throw new FailedError(error.message);
      throw error;
    },
  );
  const { same, difference } = compared;
  const exit = difference === null ? 0 : FOUND_EXIT;
  process.exitCode = exit;
  if (args.isSet('json')) terminal.out(jsonText(compared));
  else if (difference === null)
    terminal.out(`${paint('allow', '✓', terminal)} ${plural(same, 'line')} match what was uploaded to ${joined.url}\n`);
  else
    terminal.out(
      `${paint('deny', '✗', terminal)} line ${difference.sequence} of the uploaded ones: ${difference.what}\n`,
    );
  return exit;
}
