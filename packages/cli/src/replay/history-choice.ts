import { realpathSync } from 'node:fs';
import { didYouMean } from '@caliban/calls/text';
import { HISTORY_AGENTS, type HistoryAgent } from '@caliban/storage/histories';
import { UsageError } from '../command-line/problems.ts';

/** The agents named by `--from`; all of them without it. */
export function readAgents(written: string | undefined): readonly HistoryAgent[] {
  if (written === undefined) return HISTORY_AGENTS;
  return written.split(',').map((word) => {
    const agent = HISTORY_AGENTS.find((name) => name === word.trim());
    if (agent !== undefined) return agent;
    throw new UsageError(
      `--from \`${word}\` is not a history${didYouMean(word, HISTORY_AGENTS)}; write some of ${HISTORY_AGENTS.join(',')}`,
    );
  });
}

/** An agent may record the directory as typed or with symlinks resolved. */
export function spellingsOf(workspace: string): readonly string[] {
  try {
    return [...new Set([workspace, realpathSync(workspace)])];
  } catch {
    return [workspace];
  }
}
