import { visible } from '@caliban/gate/internal/text/visible';
import { callArgument } from './call-shape.ts';
import { fitTo } from './display-width.ts';
import type { LoggedEntry } from './logged-entry.ts';

/** One line for people, at most `width` columns wide; without a width nothing is shortened. Safe to print. */
export function formatAudit(entry: LoggedEntry, width?: number): string {
  return inColumns(
    [
      timeText(entry.ts),
      outcomeText(entry),
      entry.tool_name,
      callArgument(entry),
      entry.rule?.pattern ?? '-',
      logReason(entry),
    ],
    width,
  );
}

/** What stands above the columns. */
export function auditHeader(width?: number): string {
  return inColumns(['time (UTC)', 'outcome', 'tool', 'call', 'rule', 'because'], width);
}

function inColumns(cells: readonly string[], width: number | undefined): string {
  const shown = cells.map((cell) => visible(cell.slice(0, LONGEST_CELL)));
  const columns = columnWidths(width);
  return shown
    .map((cell, index) => (columns[index] === undefined ? cell : fitTo(cell, columns[index])))
    .join('  ')
    .trimEnd();
}

const LONGEST_CELL = 8 * 1024;
const TIME = 19;
const OUTCOME = 7;
const NARROWEST = 60;

/** What is left beside time and outcome is shared out: the call gets most of it. */
function columnWidths(width: number | undefined): readonly (number | undefined)[] {
  if (width === undefined) return [TIME, OUTCOME];
  const left = Math.max(width, NARROWEST) - TIME - OUTCOME - 5 * 2;
  const tool = Math.min(16, Math.floor(left * 0.15));
  const rule = Math.floor(left * 0.22);
  const because = Math.floor(left * 0.22);
  return [TIME, OUTCOME, tool, left - tool - rule - because, rule, because];
}

function timeText(ts: string): string {
  return ts.slice(0, TIME).replace('T', ' ');
}

/** `asked` for what was handed to a host that asks its own user. */
function outcomeText({ outcome }: LoggedEntry): string {
  switch (outcome) {
    case 'allow':
    case 'deny':
      return outcome;
    case 'handed-over':
      return 'asked';
  }
}

/** Why, in a few words. */
export function logReason({ because, part, mode }: LoggedEntry): string {
  if (mode === 'disabled' && because?.kind === 'no-rule') return 'disabled (--no-permissions)';
  const where = part !== undefined && part.of > 1 ? ` (part ${part.number} of ${part.of}: ${part.text})` : '';
  return because === undefined ? '-' : reason(because) + where;
}

function reason(because: NonNullable<LoggedEntry['because']>): string {
  switch (because.kind) {
    case 'rule':
      return 'rule';
    case 'no-rule':
      return 'no rule matched';
    case 'harmless':
      return 'harmless';
    case 'opaque':
      return `unclear: ${because.problem}`;
    case 'own-file':
      return `caliban's own ${because.file}`;
    case 'mode':
      return `${because.mode} mode`;
    case 'classifier':
      return `auto mode (${because.source}): ${because.verdict}, ${because.reason}`;
    case 'operator':
      return because.by === 'operator' ? `operator: ${because.answer}` : `${because.by}: ${because.answer}`;
    case 'called-off':
      return `called off: ${because.message}`;
    case 'hook':
      return `hook: ${because.message}`;
    case 'fault':
      return `fault: ${because.message}`;
  }
  // Written by another version.
  return String((because as { kind: unknown }).kind);
}
