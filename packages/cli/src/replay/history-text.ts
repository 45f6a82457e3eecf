import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import type { HistoryReport } from '@caliban/storage/internal/histories/history-report';
import type { HistoryAgent } from '@caliban/storage/internal/histories/past-call';

/** `Claude Code (3 files), Codex (1 file)`; empty where nothing was found. */
export function filesText({ agents }: HistoryReport): string {
  return [...agents]
    .filter(([, { files }]) => files > 0)
    .map(([agent, { files }]) => `${AGENT_NAMES[agent]} (${plural(files, 'file')})`)
    .join(', ');
}

/** What of a history was skipped, a sentence each. */
export function skippedTexts({ agents, notices }: HistoryReport): readonly string[] {
  const skipped = [...agents]
    .filter(([, { files }]) => files > 0)
    .flatMap(([agent, { unknownLines, unknownKinds, brokenLines, longLines }]) => [
      ...(unknownLines === 0
        ? []
        : [
            `${AGENT_NAMES[agent]}: skipped ${plural(unknownLines, 'line')} of an unknown kind (${unknownKinds.join(', ')})`,
          ]),
      ...(brokenLines === 0
        ? []
        : [`${AGENT_NAMES[agent]}: skipped ${plural(brokenLines, 'line')} that can't be read`]),
      ...(longLines === 0
        ? []
        : [
            `${AGENT_NAMES[agent]}: skipped ${plural(longLines, 'line')} that ${longLines === 1 ? 'is' : 'are'} too long or cut off`,
          ]),
    ]);
  return [...skipped, ...notices.map(({ file, problem }) => `skipped ${visible(file)}: ${problem}`)];
}

const AGENT_NAMES: Readonly<Record<HistoryAgent, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  log: "caliban's log",
};
