import { realpathSync } from 'node:fs';
import { didYouMean } from '@caliban/gate/internal/text/did-you-mean';
import { parseWhen } from '@caliban/storage/internal/audit/read/parse-when';
import { HISTORY_AGENTS, type HistoryAgent } from '@caliban/storage/internal/histories/past-call';
import type { HistoryRequest } from '@caliban/storage/internal/histories/read-history';
import type { Locations } from '@caliban/storage/internal/locations';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import type { Terminal } from '../process/terminal.ts';
import { historyPlaces } from '../replay/history-places.ts';

export type LearnRequest = {
  readonly scope: 'project' | 'user';
  readonly since: number;
  readonly history: Omit<HistoryRequest, 'signal' | 'onProgress'>;
  /** What happens with the rules. */
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

function readAgents(written: string | undefined): readonly HistoryAgent[] {
  if (written === undefined) return HISTORY_AGENTS;
  return written.split(',').map((word) => {
    const agent = HISTORY_AGENTS.find((name) => name === word.trim());
    if (agent !== undefined) return agent;
    throw new UsageError(
      `--from \`${word}\` is no history${didYouMean(word, HISTORY_AGENTS)}; write some of ${HISTORY_AGENTS.join(',')}`,
    );
  });
}

/** An agent may record the directory as it was typed or where its links lead. */
function spellingsOf(workspace: string): readonly string[] {
  try {
    return [...new Set([workspace, realpathSync(workspace)])];
  } catch {
    return [workspace];
  }
}
