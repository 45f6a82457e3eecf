// What the page shows of the decision logs of all agents, from the sums. Every question is asked about the fleet or a part of it.

import type { Database, Row } from '../database/database.ts';

/** A part of the fleet. An empty filter is all of it. */
export type FleetFilter = {
  readonly team?: string | undefined;
  /** The last name of the workspace's path. */
  readonly project?: string | undefined;
  /** The name of its token. */
  readonly agent?: string | undefined;
};

export type FleetCounts = {
  readonly allowed: number;
  readonly asked: number;
  readonly denied: number;
  readonly left: number;
};

export type FleetSession = FleetCounts & {
  readonly agent: string;
  readonly session: string;
  readonly project: string;
  readonly host: string;
  readonly first: number;
  readonly last: number;
  /** Questions of a kind that was always answered yes. */
  readonly spared: number;
};

export type AskedCall = {
  readonly tool: string;
  readonly call: string;
  /** In the given time. */
  readonly asked: number;
  /** Of all agents, as far back as the logs are kept. */
  readonly allowed: number;
  readonly denied: number;
  readonly spared: boolean;
};

type Span = { readonly from: Date; readonly to: Date };

export class FleetSums {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hours(filter: FleetFilter, span: Span): Promise<readonly (FleetCounts & { readonly hour: Date })[]> {
    const rows = await this.#rows(
      `SELECT hour, ${TALLIES} FROM decision_sums AS sums ${PART} ${IN_HOURS} GROUP BY hour`,
      filter,
      span,
    );
    return rows.map((row) => ({ ...countsOf(row), hour: row.hour as Date }));
  }

  /** Those with the most questions and denials first. */
  async by(
    what: 'project' | 'agent',
    filter: FleetFilter,
    span: Span,
    limit: number,
  ): Promise<readonly (FleetCounts & { readonly name: string })[]> {
    const column = what === 'project' ? 'sums.project' : 'sums.install';
    const rows = await this.#rows(
      `SELECT ${column} AS name, ${TALLIES} FROM decision_sums AS sums ${PART} ${IN_HOURS}
       GROUP BY 1 ORDER BY sum(asked) + sum(denied) DESC, sum(allowed) DESC LIMIT $6`,
      filter,
      span,
      limit,
    );
    return rows.map((row) => ({ ...countsOf(row), name: String(row.name) }));
  }

  /** The latest first. */
  async sessions(filter: FleetFilter, span: Span, limit: number): Promise<readonly FleetSession[]> {
    return (await this.#rows(SESSIONS, filter, span, limit)).map(sessionOf);
  }

  async session(agent: string, session: string): Promise<(FleetSession & SessionLines) | null> {
    const [row] = await this.#database.rows(SESSION, [agent, session]);
    if (row === undefined) return null;
    return { ...sessionOf(row), firstSequence: Number(row.first_sequence), lastSequence: Number(row.last_sequence) };
  }

  async askedCalls(filter: FleetFilter, span: Span, limit: number): Promise<readonly AskedCall[]> {
    return (await this.#rows(ASKED_CALLS, filter, span, limit)).map((row) => {
      const [allowed, denied] = [Number(row.allowed), Number(row.denied)];
      const isSpared = row.is_spared === true;
      return {
        tool: String(row.tool),
        call: String(row.call),
        asked: Number(row.asked),
        allowed,
        denied,
        spared: isSpared,
      };
    });
  }

  async answersTo(tool: string, call: string): Promise<{ readonly allowed: number; readonly denied: number }> {
    const [row] = await this.#database.rows('SELECT allowed, denied FROM answer_sums WHERE tool = $1 AND call = $2', [
      tool,
      call,
    ]);
    return { allowed: Number(row?.allowed ?? 0), denied: Number(row?.denied ?? 0) };
  }

  /** By `ACTION PATTERN` of the team's rules. */
  async ruleHits(filter: FleetFilter, span: Span): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#rows(
      `SELECT action, pattern, sum(hits) AS hits FROM rule_sums AS sums ${PART} AND day >= $4 AND day < $5 GROUP BY action, pattern`,
      filter,
      span,
    );
    return new Map(rows.map((row) => [`${row.action} ${row.pattern}`, Number(row.hits)]));
  }

  async firstHour(): Promise<Date | null> {
    const [row] = await this.#database.rows('SELECT min(hour) AS hour FROM decision_sums');
    return (row?.hour as Date | null | undefined) ?? null;
  }

  /** Lines that are stored and not in the sums yet. */
  async uncounted(): Promise<number> {
    const [row] = await this.#database.rows('SELECT sum(sequence - counted) AS lines FROM installs');
    return Number(row?.lines ?? 0);
  }

  async names(): Promise<{
    readonly teams: readonly string[];
    readonly projects: readonly string[];
    readonly agents: readonly string[];
  }> {
    const [teams, projects, agents] = await Promise.all(
      [TEAMS, PROJECTS, AGENTS].map(async (text) => (await this.#database.rows(text)).map(({ name }) => String(name))),
    );
    return { teams: teams ?? [], projects: projects ?? [], agents: agents ?? [] };
  }

  #rows(text: string, { team, project, agent }: FleetFilter, { from, to }: Span, ...more: readonly unknown[]) {
    return this.#database.rows(text, [team ?? null, project ?? null, agent ?? null, from, to, ...more]);
  }
}

export type SessionLines = { readonly firstSequence: number; readonly lastSequence: number };

const MAX_NAMES = 5_000;
/** As in `perms audit --stats`: answered yes several times, and never no. */
const WORTH_A_RULE = 3;

const TALLIES = ['allowed', 'asked', 'denied', 'left_to_agent'].map((name) => `sum(${name}) AS ${name}`).join(', ');
const IS_PART = `($1::text IS NULL OR installs.team = $1) AND ($2::text IS NULL OR sums.project = $2)
  AND ($3::text IS NULL OR sums.install = $3)`;
const PART = `JOIN installs USING (install) WHERE ${IS_PART}`;
const IN_HOURS = 'AND hour >= $4 AND hour < $5';

const IS_SPARED = `coalesce(answers.allowed >= ${WORTH_A_RULE} AND answers.denied = 0, false)`;
const SPARED = `(SELECT coalesce(sum(questions.asked), 0) FROM question_sums AS questions JOIN answer_sums AS answers USING (tool, call)
  WHERE questions.install = sums.install AND questions.session = sums.session AND ${IS_SPARED}) AS spared`;
const SESSIONS = `SELECT sums.*, ${SPARED} FROM session_sums AS sums ${PART} AND last_at >= $4 AND first_at < $5
  ORDER BY last_at DESC LIMIT $6`;
const SESSION = `SELECT sums.*, ${SPARED} FROM session_sums AS sums WHERE install = $1 AND session = $2`;
const ASKED_CALLS = `SELECT asked.*, coalesce(answers.allowed, 0) AS allowed, coalesce(answers.denied, 0) AS denied, ${IS_SPARED} AS is_spared
  FROM (
    SELECT tool, call, sum(asked) AS asked FROM question_sums AS sums ${PART} ${IN_HOURS}
    GROUP BY tool, call ORDER BY 3 DESC, 1, 2 LIMIT $6
  ) AS asked LEFT JOIN answer_sums AS answers USING (tool, call) ORDER BY asked.asked DESC, tool, call`;

const TEAMS = `SELECT DISTINCT team AS name FROM installs WHERE team <> '' ORDER BY 1 LIMIT ${MAX_NAMES}`;
const PROJECTS = `SELECT DISTINCT project AS name FROM session_sums WHERE project <> '' ORDER BY 1 LIMIT ${MAX_NAMES}`;
const AGENTS = `SELECT install AS name FROM installs ORDER BY 1 LIMIT ${MAX_NAMES}`;

function countsOf({ allowed, asked, denied, left_to_agent }: Row): FleetCounts {
  return { allowed: Number(allowed), asked: Number(asked), denied: Number(denied), left: Number(left_to_agent) };
}

function sessionOf(row: Row): FleetSession {
  return {
    ...countsOf(row),
    agent: String(row.install),
    session: String(row.session),
    project: String(row.project),
    host: String(row.host),
    first: (row.first_at as Date).getTime(),
    last: (row.last_at as Date).getTime(),
    spared: Number(row.spared),
  };
}
