import { didYouMean } from '@caliban/calls/text';
import { permissionsSchema, settingsSchema } from '@caliban/storage/settings';
import type { Args } from '../command-line/args.ts';
import { SCHEMAS } from '../command-line/command-table.ts';
import { UsageError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import type { Terminal } from '../process/terminal.ts';

/** `caliban schema`: a JSON schema on stdout. */
export async function schema({ operands }: Args, terminal: Terminal): Promise<number> {
  const [name = '', surplus] = operands;
  if (surplus !== undefined) throw new UsageError(`\`${surplus}\` is one argument too many; one schema at a time`);
  terminal.out(jsonText(schemaOf(name)));
  return 0;
}

function schemaOf(name: string): object {
  switch (name) {
    case 'permissions':
      return permissionsSchema();
    case 'settings':
      return settingsSchema();
    default:
      throw new UsageError(`say which schema: ${SCHEMAS.join(', ')}${name === '' ? '' : didYouMean(name, SCHEMAS)}`);
  }
}
