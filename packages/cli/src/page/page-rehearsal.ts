import { spelledOut } from '@caliban/calls/text';
import { rehearsalHeadline } from '@caliban/gate/inspect';
import type { ShownRehearsal } from '@caliban/inbox';
import { diffLines } from './diff-lines.ts';
import type { PageRehearsal } from './page-types.ts';
import { namePieces, piecesOf } from './pieces.ts';

/** What a yes would change, as the agent has tried it. */
export function pageRehearsal(rehearsal: ShownRehearsal | undefined): PageRehearsal | null {
  if (rehearsal === undefined) return null;
  switch (rehearsal.kind) {
    case 'impossible':
      return {
        text: `Not rehearsed: ${spelledOut(rehearsal.why)}.`,
        failed: false,
        changes: [],
        more: 0,
        output: null,
      };
    case 'ran': {
      const { changes, more, exitCode, output } = rehearsal;
      return {
        text: rehearsalHeadline({ changes: changes.length + more, exitCode }),
        failed: exitCode !== 0,
        changes: changes.map(({ path, effect, kind, detail, diff }) => ({
          effect,
          kind,
          path: namePieces(path),
          detail: spelledOut(detail),
          diff: diff === null || diff === '' ? null : diffLines(diff),
        })),
        more,
        output: output.trim() === '' ? null : piecesOf(output.trimEnd()),
      };
    }
  }
}
