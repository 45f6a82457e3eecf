// The decision logs of all installs. Lines arrive at least once, in order, and are stored once: install and sequence are their
// key.

import type { Database, Queries, Row } from '../database/database.ts';
import { CHAIN_START, hashesOf, keptLine, type Link } from './chain.ts';
import type { FleetFilter } from './fleet-sums.ts';

export type Upload = {
  readonly install: string;
  readonly team: string;
  /** The hash of the line before the first. */
  readonly after: Link;
  readonly lines: readonly string[];
  /** Part of the log was lost before these lines; says why. */
  readonly gap?: string;
};

export type UploadOutcome =
  /** All of them are stored; `head` is the last. */
  | { readonly kind: 'stored'; readonly head: Link; readonly added: number }
  /** The stored log ends elsewhere; continue from there. */
  | { readonly kind: 'elsewhere'; readonly head: Link }
  /** The same sequence was uploaded with other content: a log was edited, or two machines use one token. */
  | { readonly kind: 'forked'; readonly head: Link; readonly sequence: number };

export type LogLine = {
  readonly install: string;
  readonly sequence: number;
  readonly line: string;
  readonly hash: Buffer;
};

export type ChainReport = {
  readonly install: string;
  readonly lines: number;
  readonly head: Link;
  /** The first line whose hash doesn't follow from the lines before it; null: none. */
  readonly broken: { readonly sequence: number; readonly what: string } | null;
  readonly gaps: readonly Gap[];
};

/** After this line, part of the log was lost. */
export type Gap = { readonly at: string; readonly sequence: number; readonly what: string };
export type LogGap = Gap & { readonly install: string };

export class DecisionLogs {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stored before it is acknowledged. May be sent again whenever the answer is lost. */
  async append({ install, team, after, lines, gap }: Upload): Promise<UploadOutcome> {
    const hashes = hashesOf(after, lines);
    return this.#database.transaction(async (queries) => {
      const head = await lockedHead(queries, install, team);
      if (after.sequence > head.sequence) return { kind: 'elsewhere', head };
      const known = head.sequence - after.sequence;
      // Repeated lines must not go beyond the stored ones.
      const fork = await forkOf(queries, { install, after, hashes: hashes.slice(0, known), head });
      if (fork !== null) {
        await queries.rows(GAP, [install, fork, 'lines were uploaded again with other content']);
        return { kind: 'forked', head, sequence: fork };
      }
      const added = lines.slice(known);
      if (added.length === 0) return { kind: 'stored', head, added: 0 };
      if (gap !== undefined) await queries.rows(GAP, [install, head.sequence, gap]);
      const sequences = added.map((_, index) => head.sequence + index + 1);
      await queries.rows(INSERT, [install, sequences, added.map(timeOf), added.map(keptLine), hashes.slice(known)]);
      const last = { sequence: head.sequence + added.length, hash: hashes.at(-1) as Buffer };
      await queries.rows(MOVE_HEAD, [install, last.sequence, last.hash]);
      return { kind: 'stored', head: last, added: added.length };
    });
  }

  async head(install: string): Promise<Link> {
    const [row] = await this.#database.rows('SELECT sequence, hash FROM installs WHERE install = $1', [install]);
    return row === undefined ? { sequence: 0, hash: CHAIN_START } : linkOf(row);
  }

  /** Of one install, in the order in which they were written. */
  async page(install: string, after: number): Promise<readonly LogLine[]> {
    return (await this.#database.rows(CHAIN, [install, after, PAGE])).map(lineOf);
  }

  /** The newest lines of a part of the fleet since a time, oldest first. */
  async newest({ team, project, agent }: FleetFilter, { since, limit }: Newest): Promise<readonly string[]> {
    const values = [team ?? null, agent ?? null, since, limit, project === undefined ? null : projectPattern(project)];
    return (await this.#database.rows(NEWEST, values)).map(({ line }) => String(line)).reverse();
  }

  async last(install: string): Promise<{ readonly head: Link; readonly line: string | null }> {
    const head = await this.head(install);
    const [line] = head.sequence === 0 ? [] : await this.page(install, head.sequence - 1);
    return { head, line: line?.line ?? null };
  }

  /** Ordered by time, in batches; memory use is constant. */
  async *lines({ since, until, install, limit = Number.POSITIVE_INFINITY }: LinesQuery = {}): AsyncGenerator<LogLine> {
    let left = limit;
    const cursor = { at: new Date(since ?? 0), install: '', sequence: 0 };
    while (left > 0) {
      const values = [
        cursor.at,
        cursor.install,
        cursor.sequence,
        new Date(until ?? MAX_TIME),
        install ?? null,
        Math.min(PAGE, left),
      ];
      const rows = await this.#database.rows(LINES, values);
      for (const row of rows) yield lineOf(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      left -= rows.length;
      Object.assign(cursor, { at: last.at, install: last.install, sequence: Number(last.sequence) });
    }
  }

  /** Recomputes the hashes from the stored lines. */
  async verify(install: string): Promise<ChainReport> {
    const [row] = await this.#database.rows(
      'SELECT sequence, hash, first_sequence, first_previous FROM installs WHERE install = $1',
      [install],
    );
    const head = row === undefined ? { sequence: 0, hash: CHAIN_START } : linkOf(row);
    let before: Link = {
      sequence: Number(row?.first_sequence ?? 1) - 1,
      hash: (row?.first_previous as Buffer | undefined) ?? CHAIN_START,
    };
    let count = 0;
    let broken: ChainReport['broken'] = null;
    while (broken === null) {
      const page = await this.page(install, before.sequence);
      for (const { sequence, line, hash } of page) {
        const [wanted] = hashesOf(before, [line]);
        if (sequence !== before.sequence + 1) broken = { sequence: before.sequence + 1, what: 'lines are missing' };
        else if (!hash.equals(wanted as Buffer)) broken = { sequence, what: 'the line or one before it was changed' };
        if (broken !== null) break;
        before = { sequence, hash };
        count++;
      }
      if (page.length < PAGE) break;
    }
    if (broken === null && (before.sequence !== head.sequence || !before.hash.equals(head.hash)))
      broken = { sequence: before.sequence + 1, what: 'the last lines are missing' };
    const gaps = (await this.#database.rows(GAPS, [install])).map(gapOf);
    return { install, lines: count, head, broken, gaps };
  }

  /** Of all agents, the latest first. */
  async gaps(limit: number): Promise<readonly LogGap[]> {
    return (await this.#database.rows(ALL_GAPS, [limit])).map((row) => ({
      install: String(row.install),
      ...gapOf(row),
    }));
  }

  /** Deletes older lines. The chain then begins at the first remaining line, so it can still be verified. Returns the number deleted. */
  async prune(before: Date): Promise<number> {
    const rows = await this.#database.rows('SELECT install FROM installs ORDER BY install');
    let gone = 0;
    for (const { install } of rows) {
      gone += await this.#database.transaction(async (queries) => {
        await queries.rows('SELECT 1 FROM installs WHERE install = $1 FOR UPDATE', [install]);
        const [row] = await queries.rows(PRUNE, [install, before]);
        return Number(row?.gone ?? 0);
      });
    }
    await this.#database.transaction(async (queries) => {
      for (const text of PRUNE_SUMS) await queries.rows(text, [before]);
      for (const text of SUM_ANSWERS_AGAIN) await queries.rows(text);
    });
    return gone;
  }

  async noteAgent(install: string, { team, details, policyVersion }: AgentNote): Promise<void> {
    await this.#database.rows(SEEN, [install, team, JSON.stringify(details), policyVersion]);
  }

  async agents(): Promise<readonly Agent[]> {
    return (await this.#database.rows(AGENTS)).map((row) => ({
      install: String(row.install),
      team: String(row.team),
      owner: String(row.owner ?? ''),
      isRevoked: row.is_valid !== true,
      details: (row.details ?? {}) as Agent['details'],
      seenAt: (row.seen_at as Date | null)?.toISOString() ?? null,
      policyVersion: row.policy_version == null ? null : Number(row.policy_version),
      lines: Number(row.sequence),
      gaps: Number(row.gaps),
    }));
  }
}

export type AgentNote = {
  readonly team: string;
  /** Version of caliban, platform, agents: for people. */
  readonly details: Readonly<Record<string, string>>;
  readonly policyVersion: number | null;
};

export type Agent = AgentNote & {
  readonly install: string;
  /** The person whose agent it is. */
  readonly owner: string;
  /** Or expired: it has no token that is valid. */
  readonly isRevoked: boolean;
  /** Null: it has a token and never used it. */
  readonly seenAt: string | null;
  readonly lines: number;
  readonly gaps: number;
};

type Newest = { readonly since: Date; readonly limit: number };

export type LinesQuery = {
  readonly since?: number;
  readonly until?: number;
  readonly install?: string;
  readonly limit?: number;
};

const PAGE = 2_000;
const MAX_TIME = 8.64e15 / 10;

const INSERT = `INSERT INTO log_lines (install, sequence, at, line, hash)
  SELECT $1, sequence, date_trunc('milliseconds', coalesce(at, clock_timestamp())), line, hash
  FROM unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::bytea[]) AS given (sequence, at, line, hash)`;
const MOVE_HEAD = 'UPDATE installs SET sequence = $2, hash = $3, seen_at = now() WHERE install = $1';
const GAP = 'INSERT INTO log_gaps (install, sequence, what) VALUES ($1, $2, $3)';
const GAPS = 'SELECT at, sequence, what FROM log_gaps WHERE install = $1 ORDER BY at';
const ALL_GAPS = 'SELECT install, at, sequence, what FROM log_gaps ORDER BY at DESC LIMIT $1';
const CHAIN = `SELECT install, sequence, line, hash FROM log_lines
  WHERE install = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`;
// The project is the end of a path in the line, see `projectName`.
const NEWEST = `SELECT line FROM log_lines JOIN installs USING (install)
  WHERE at >= $3 AND ($1::text IS NULL OR team = $1) AND ($2::text IS NULL OR install = $2) AND ($5::text IS NULL OR line LIKE $5)
  ORDER BY at DESC, install DESC, log_lines.sequence DESC LIMIT $4`;
const LINES = `SELECT install, sequence, line, hash, at FROM log_lines
  WHERE (at, install, sequence) > ($1::timestamptz, $2::text, $3::bigint) AND at < $4::timestamptz AND ($5::text IS NULL OR install = $5)
  ORDER BY at, install, sequence LIMIT $6`;
// Up to the first line that is kept, so the remaining lines have no gaps even if an install's clock was wrong.
const PRUNE = `WITH stays AS (
    SELECT min(sequence) AS first FROM log_lines WHERE install = $1 AND at >= $2
  ), gone AS (
    DELETE FROM log_lines USING stays WHERE install = $1 AND (stays.first IS NULL OR sequence < stays.first) RETURNING sequence, hash
  ), last AS (
    SELECT sequence, hash FROM gone ORDER BY sequence DESC LIMIT 1
  ), moved AS (
    UPDATE installs SET first_sequence = last.sequence + 1, first_previous = last.hash FROM last WHERE install = $1
  )
  SELECT count(*) AS gone FROM gone`;
const PRUNE_SUMS = [
  'DELETE FROM decision_sums WHERE hour < $1',
  'DELETE FROM question_sums WHERE hour < $1',
  'DELETE FROM rule_sums WHERE day < $1',
  'DELETE FROM session_sums WHERE last_at < $1',
];
// Whoever counts meanwhile waits, and adds to it.
const SUM_ANSWERS_AGAIN = [
  'LOCK TABLE answer_sums IN EXCLUSIVE MODE',
  'DELETE FROM answer_sums',
  `INSERT INTO answer_sums SELECT tool, call, sum(allowed), sum(denied) FROM question_sums
    GROUP BY tool, call HAVING sum(allowed) + sum(denied) > 0`,
];
const SEEN = `INSERT INTO installs (install, team, details, policy_version) VALUES ($1, $2, $3::jsonb, $4)
  ON CONFLICT (install) DO UPDATE SET team = $2, details = $3::jsonb, policy_version = $4, seen_at = now()`;
const AGENTS = `WITH agents AS (
    SELECT DISTINCT ON (name) name, owner, team, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS is_valid
    FROM tokens WHERE role = 'agent' ORDER BY name, created_at DESC
  )
  SELECT coalesce(install, name) AS install, coalesce(installs.team, agents.team) AS team, owner, is_valid, details, seen_at,
    policy_version, coalesce(sequence, 0) AS sequence, (SELECT count(*) FROM log_gaps WHERE log_gaps.install = installs.install) AS gaps
  FROM installs FULL JOIN agents ON name = install WHERE install IS NOT NULL OR is_valid ORDER BY 1`;

/** Locked until the transaction ends: uploads of one install take turns. */
async function lockedHead(queries: Queries, install: string, team: string): Promise<Link> {
  await queries.rows('INSERT INTO installs (install, team) VALUES ($1, $2) ON CONFLICT DO NOTHING', [install, team]);
  const [row] = await queries.rows('SELECT sequence, hash FROM installs WHERE install = $1 FOR UPDATE', [install]);
  return linkOf(row as Row);
}

type Again = {
  readonly install: string;
  readonly after: Link;
  readonly hashes: readonly Buffer[];
  readonly head: Link;
};

/** The first sequence where a repeated line differs from the stored one; null: none. */
async function forkOf(queries: Queries, { install, after, hashes, head }: Again): Promise<number | null> {
  if (after.sequence === head.sequence) return after.hash.equals(head.hash) ? null : after.sequence;
  const rows = await queries.rows(
    'SELECT sequence, hash FROM log_lines WHERE install = $1 AND sequence BETWEEN $2 AND $3 ORDER BY sequence',
    [install, after.sequence, after.sequence + hashes.length],
  );
  const stored = new Map(rows.map((row) => [Number(row.sequence), row.hash as Buffer]));
  const sent = [after.hash, ...hashes];
  for (const [index, hash] of sent.entries()) {
    const sequence = after.sequence + index;
    const there = sequence === 0 ? CHAIN_START : stored.get(sequence);
    // Pruned, so there is nothing to compare with.
    if (there !== undefined && !there.equals(hash)) return sequence;
  }
  return null;
}

/** Finds too much rather than too little; a caller that needs exactness reads the line. */
function projectPattern(project: string): string {
  return `%${JSON.stringify(project)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')}"%`;
}

/** For sorting by time. A line without our timestamp gets the time of its arrival. */
function timeOf(line: string): Date | null {
  const [, ts] = /^\{"ts":"([^"]{20,32})"/.exec(line) ?? [];
  const at = ts === undefined ? Number.NaN : Date.parse(ts);
  return Number.isNaN(at) ? null : new Date(at);
}

function gapOf({ at, sequence, what }: Row): Gap {
  return { at: (at as Date).toISOString(), sequence: Number(sequence), what: String(what) };
}

function linkOf({ sequence, hash }: Row): Link {
  return { sequence: Number(sequence), hash: hash as Buffer };
}

function lineOf({ install, sequence, line, hash }: Row): LogLine {
  return { install: String(install), sequence: Number(sequence), line: String(line), hash: hash as Buffer };
}
