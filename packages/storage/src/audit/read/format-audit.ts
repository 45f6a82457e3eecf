import { visible } from '@caliban/calls/text';
import { callArgument, isPathCall } from './call-shape.ts';
import { fitEndTo, fitTo } from './display-width.ts';
import { localTime } from './local-time.ts';
import type { AuditLine, LoggedEntry } from './logged-entry.ts';

/** Options of a table of decisions. */
export type AuditTable = {
  /** Width of the terminal; without it nothing is shortened. */
  readonly width?: number | undefined;
  readonly showsHost?: boolean;
  readonly showsProject?: boolean;
  /** Colours the outcome. */
  readonly paint?: (outcome: LoggedEntry['outcome'], text: string) => string;
};

/** One line for people, at most as wide as the table, safe to print. */
export function formatAudit(line: Pick<AuditLine, 'entry' | 'answer' | 'blocked'>, table: AuditTable = {}): string {
  const { entry, blocked } = line;
  const { paint = (_, text) => text } = table;
  return inColumns(
    {
      time: localTime(entry.ts, isNarrow(table) ? 'minutes' : 'seconds'),
      outcome: outcomeText(line),
      host: entry.host ?? '-',
      project: projectName(entry),
      tool: entry.tool_name,
      call: callArgument(entry),
      because: blocked === undefined ? logReason(entry) : `blocked: ${blocked.join('; ')}`,
    },
    table,
    { isPath: isPathCall(entry), paintOutcome: (text) => paint(entry.outcome, text) },
  );
}

/** The column headings. */
export function auditHeader(table: AuditTable = {}): string {
  const titles = { time: 'time', outcome: 'outcome', host: 'agent', project: 'project', tool: 'tool', call: 'call' };
  return inColumns({ ...titles, because: 'because' }, table, { isPath: false, paintOutcome: (text) => text });
}

type Column = 'time' | 'outcome' | 'host' | 'project' | 'tool' | 'call' | 'because';
type CellStyle = { readonly isPath: boolean; readonly paintOutcome: (text: string) => string };

function inColumns(cells: Readonly<Record<Column, string>>, table: AuditTable, style: CellStyle): string {
  return columnWidths(table)
    .map(([column, width]) => {
      const shown = visible(cells[column].slice(0, MAX_CELL));
      const fit = column === 'project' || (column === 'call' && style.isPath) ? fitEndTo : fitTo;
      const text = width === undefined ? shown : fit(shown, width);
      return column === 'outcome' ? style.paintOutcome(text) : text;
    })
    .join('  ')
    .trimEnd();
}

const MAX_CELL = 8 * 1024;
const TIME = 19;
/** Seconds tell less than the reason does. */
const TIME_WITHOUT_SECONDS = 16;
const NARROW = 100;
const OUTCOME = 11;
const MIN_WIDTH = 60;

/** Time and outcome have fixed widths; of the remaining space the call gets most. */
function columnWidths(table: AuditTable): readonly (readonly [Column, number | undefined])[] {
  const { width, showsHost, showsProject } = table;
  const time = isNarrow(table) ? TIME_WITHOUT_SECONDS : TIME;
  const left = width === undefined ? undefined : Math.max(width, MIN_WIDTH) - time - OUTCOME - 4 * 2;
  const share = (part: number, most = Number.POSITIVE_INFINITY) =>
    left === undefined ? undefined : Math.min(most, Math.floor(left * part));
  const fixed: readonly (readonly [Column, number | undefined])[] = [
    ...(showsHost === true ? [['host', share(0.12, 11)] as const] : []),
    ...(showsProject === true ? [['project', share(0.14, 16)] as const] : []),
    ['tool', share(0.15, 16)],
  ];
  const because = share(isNarrow(table) ? 0.34 : 0.3);
  const taken = fixed.reduce((sum, [, columns = 0]) => sum + columns + 2, (because ?? 0) - 2);
  return [
    ['time', time],
    ['outcome', OUTCOME],
    ...fixed,
    ['call', left === undefined ? undefined : left - taken],
    ['because', because],
  ];
}

function isNarrow({ width }: AuditTable): boolean {
  return width !== undefined && width < NARROW;
}

/** The last segment of the workspace's path. */
export function projectName({ workspace }: Pick<LoggedEntry, 'workspace'>): string {
  return workspace === undefined ? '-' : workspace.slice(workspace.lastIndexOf('/', workspace.length - 2) + 1);
}

/** `asked`: the host asks its own user. `left`: the host decides by its own rules. */
function outcomeText({ entry: { outcome }, answer }: Pick<AuditLine, 'entry' | 'answer'>): string {
  const result = answer === undefined ? '' : `: ${answer === 'refused' ? 'no' : answer}`;
  switch (outcome) {
    case 'allow':
    case 'deny':
      return outcome;
    case 'handed-over':
      return `asked${result}`;
    case 'left-to-host':
      return `left${result}`;
  }
  // Written by another version.
  return outcome;
}

/** The reason, in a few words. */
export function logReason({ because, part, rule, mode }: LoggedEntry): string {
  if (mode === 'disabled' && because?.kind === 'no-rule') return 'disabled (--no-permissions)';
  const where = part !== undefined && part.of > 1 ? ` (part ${part.number} of ${part.of}: ${part.text})` : '';
  return because === undefined ? '-' : reason(because, rule?.pattern) + where;
}

function reason(because: NonNullable<LoggedEntry['because']>, pattern: string | undefined): string {
  switch (because.kind) {
    case 'rule':
      return pattern ?? 'rule';
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
    case 'typed':
      return 'typed by the operator';
    case 'classifier':
      return `auto mode (${because.source}): ${because.verdict}, ${because.reason}`;
    case 'operator':
      return answerReason(because);
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

function answerReason(because: Extract<NonNullable<LoggedEntry['because']>, { kind: 'operator' }>): string {
  const { by, answer } = because;
  if ('cause' in because && because.cause !== undefined) return `${because.cause}: ${answer}`;
  if ('name' in because && because.name !== undefined) return `${because.name} (${because.through}): ${answer}`;
  return `${by}: ${answer}`;
}
