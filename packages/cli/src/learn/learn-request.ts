import { type Locations, parseWhen } from '@caliban/storage';
import type { HistoryRequest } from '@caliban/storage/histories';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';
import { readAgents, spellingsOf } from '../replay/history-choice.ts';
import { historyPlaces } from '../replay/history-places.ts';

export type LearnRequest = {
  readonly scope: 'project' | 'user';
  readonly since: number;
  readonly history: Omit<HistoryRequest, 'signal' | 'onProgress'>;
  /** What to do with the rules. */
  readonly answer: 'ask' | 'yes' | 'dry-run';
  readonly json: boolean;
};

export function readLearnRequest(args: Args, locations: Locations, terminal: Terminal): LearnRequest {
  refuseOperands(args);
  if (args.isSet('project') && args.isSet('user')) throw new UsageError('--project and --user exclude each other');
  if (args.isSet('yes') && args.isSet('dry-run')) throw new UsageError('--yes and --dry-run exclude each other');
  const scope = args.isSet('user') ? 'user' : 'project';
  const when = parseWhen(args.text('since') ?? '30d', Date.now());
  if (!when.ok) throw new UsageError(`--since: ${when.error}`);
  return {
    scope,
    since: when.value,
    history: {
      agents: readAgents(args.text('from')),
      places: historyPlaces(terminal),
      since: when.value,
      ...(scope === 'project' ? { project: spellingsOf(locations.workspace) } : {}),
    },
    answer: args.isSet('yes') ? 'yes' : args.isSet('dry-run') ? 'dry-run' : 'ask',
    json: args.isSet('json'),
  };
}
