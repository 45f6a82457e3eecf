import { HOSTS } from '@caliban/adapters';
import { plural, visible } from '@caliban/calls/text';
import type { HistoryAgent, HistoryReport } from '@caliban/storage/histories';

/** `Claude Code (3 files), Codex (1 file)`; empty if nothing was found. */
export function filesText({ agents }: HistoryReport): string {
  return [...agents]
    .filter(([, { files }]) => files > 0)
    .map(([agent, { files }]) => `${AGENT_NAMES.get(agent)} (${plural(files, 'file')})`)
    .join(', ');
}

/** The skipped parts of a history, one sentence each. */
export function skippedTexts({ agents, notices }: HistoryReport): readonly string[] {
  const skipped = [...agents]
    .filter(([, { files }]) => files > 0)
    .flatMap(([agent, { unknownLines, unknownKinds, brokenLines, longLines }]) => [
      ...(unknownLines === 0
        ? []
        : [
            `${AGENT_NAMES.get(agent)}: skipped ${plural(unknownLines, 'line')} of an unknown kind (${unknownKinds.join(', ')})`,
          ]),
      ...(brokenLines === 0
        ? []
        : [`${AGENT_NAMES.get(agent)}: skipped ${plural(brokenLines, 'line')} that can't be read`]),
      ...(longLines === 0
        ? []
        : [
            `${AGENT_NAMES.get(agent)}: skipped ${plural(longLines, 'line')} that ${longLines === 1 ? 'is' : 'are'} too long or cut off`,
          ]),
    ]);
  return [...skipped, ...notices.map(({ file, problem }) => `skipped ${visible(file)}: ${problem}`)];
}

const AGENT_NAMES: ReadonlyMap<HistoryAgent, string> = new Map([
  ...Object.values(HOSTS).flatMap(({ history, title }) =>
    history === undefined ? [] : [[history.format, title] as const],
  ),
  ['log', "caliban's log"] as const,
]);
