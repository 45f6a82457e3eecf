import { migrate, openDatabase, tokenSealKey } from '@caliban/hub';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FailedError } from '../../command-line/problems.ts';
import { readHubConfig, readPem } from '../../hub/hub-config.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `caliban hub migrate` */
export async function migrateDatabase(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const { database: url, answerKey } = readHubConfig(args, terminal);
  const sealKey = tokenSealKey(readPem(answerKey));
  const database = openDatabase({ url, maxConnections: 1 });
  try {
    const done = await migrate(database, { sealKey });
    if (args.isSet('json')) terminal.out(jsonText({ done }));
    else terminal.out(done.length === 0 ? 'The tables are up to date.\n' : `Made: ${done.join(', ')}.\n`);
    return 0;
  } catch (error) {
    throw new FailedError((error as Error).message);
  } finally {
    await database.close();
  }
}
