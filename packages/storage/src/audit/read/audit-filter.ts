import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { type Action, formatPattern, parsePattern } from '@caliban/gate';
import { isSamePattern } from '../../rules/choose-rule.ts';
import { type AnswerLine, isAnswerLine } from '../line/answer-format.ts';
import { redact } from '../redact/redact.ts';
import { BEGINNING, type LoggedEntry, rulesOf } from './logged-entry.ts';

/** The conditions of a query; all of them must match. */
export type AuditFilter = {
  /** From this time on, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Before this time. */
  readonly until?: number | undefined;
  /** A tool's name; wildcards work as in rules. */
  readonly tool?: string | undefined;
  /** `ask`: the verdict was a question. `allow` and `deny`: how it ended, whether a rule or a person decided. */
  readonly action?: Action | undefined;
  /** A rule's pattern. */
  readonly rule?: string | undefined;
  /** A session's id or a prefix of it. */
  readonly session?: string | undefined;
  /** The agent or program the call came from. */
  readonly host?: string | undefined;
  /** The workspace, or a directory above it. */
  readonly project?: string | undefined;
  /** Any further condition. */
  readonly where?: ((entry: LoggedEntry) => boolean) | undefined;
};

export type CompiledFilter = {
  /** A pre-check on the text alone; true when in doubt. Most lines of a large log are never parsed. */
  readonly mayMatch: (text: string) => boolean;
  readonly matches: (entry: LoggedEntry) => boolean;
  /** Whether an answer may belong to a matching decision. */
  readonly mayAnswer: (answer: AnswerLine) => boolean;
};

export function compileFilter(filter: AuditFilter): CompiledFilter {
  const since = filter.since === undefined ? null : new Date(filter.since).toISOString();
  const until = filter.until === undefined ? null : new Date(filter.until).toISOString();
  const tool = filter.tool === undefined ? null : parseTextGlob(filter.tool);
  const needles = needlesOf(filter, tool);
  const rules = filter.rule === undefined ? null : spellingsOf(filter.rule);

  const isOfCaller = ({ tool_name, session_id = '', host, ...caller }: LoggedEntry | AnswerLine) =>
    (tool === null || matchesText(tool, tool_name)) &&
    (filter.session === undefined || session_id.startsWith(filter.session)) &&
    (filter.host === undefined || host === filter.host) &&
    (filter.project === undefined || isIn(filter.project, caller));
  const isInTime = (time: string) => (since === null || time >= since) && (until === null || time < until);
  return {
    mayMatch(text) {
      const time = timeOf(text);
      if (time !== null && !isInTime(time)) return false;
      return isAnswerLine(text) || needles.every((needle) => text.includes(needle));
    },
    mayAnswer: isOfCaller,
    matches(entry) {
      return (
        isInTime(normalTime(entry.ts)) &&
        isOfCaller(entry) &&
        (filter.action === undefined || actionOf(entry, filter.action) === filter.action) &&
        (rules === null || rulesOf(entry).some(({ pattern }) => rules.has(pattern))) &&
        (filter.where === undefined || filter.where(entry))
      );
    },
  };
}

/** Older lines have no workspace; their directory is inside it. */
function isIn(project: string, { workspace, cwd = '' }: Pick<LoggedEntry, 'workspace' | 'cwd'>): boolean {
  const directory = workspace ?? cwd;
  return directory === project || directory.startsWith(project === '/' ? '/' : `${project}/`);
}

/** `Bash(git log)` and `Bash:git log` are the same rule, and the log replaces secrets in it. */
function spellingsOf(rule: string): ReadonlySet<string> {
  return new Set([rule, ...otherSpellings(rule)].flatMap((text) => [text, redact(text).text]));
}

function otherSpellings(rule: string): readonly string[] {
  const parsed = parsePattern(rule);
  if (!parsed.ok) return [];
  return (['colon', 'paren'] as const)
    .map((spelling) => formatPattern({ ...parsed.value, spelling }))
    .filter((text) => {
      const other = parsePattern(text);
      return other.ok && isSamePattern(other.value, parsed.value);
    });
}

function actionOf({ action, outcome }: LoggedEntry, asked: Action): string {
  return asked === 'ask' && outcome !== 'left-to-host' ? action : outcome;
}

/** Substrings that every matching line contains, however it is spaced. */
function needlesOf({ action, session, host }: AuditFilter, tool: TextGlob | null): readonly string[] {
  return [
    ...(tool === null ? [] : tool.segments.filter((segment) => typeof segment === 'string').map(inJson)),
    ...(action === undefined ? [] : [`"${action}"`]),
    ...(session === undefined ? [] : [inJson(session)]),
    ...(host === undefined ? [] : [inJson(host)]),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;

/** The time at the beginning of lines that we wrote; null for any other line. */
function timeOf(text: string): string | null {
  if (!text.startsWith(BEGINNING)) return null;
  const end = BEGINNING.length + TIME_LENGTH;
  return text.charAt(end) === '"' && text.charAt(end - 1) === 'Z' ? text.slice(BEGINNING.length, end) : null;
}

/** Times of the same length and zone can be compared as texts. */
function normalTime(ts: string): string {
  if (ts.length === TIME_LENGTH && ts.endsWith('Z')) return ts;
  const time = Date.parse(ts);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
