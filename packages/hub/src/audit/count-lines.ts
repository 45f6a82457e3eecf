// Keeps the sums up to date. A line is counted after it was stored, so uploads don't wait for it, and once: the sums and how far they
// go change in one transaction.

import type { Database, Queries, Row } from '../database/database.ts';
import { LineSums, type StoredLine } from './line-sums.ts';

const BATCH = 2_000;
/** How far back to look for the decision that an answer belongs to. */
const LOOK_BACK = 2_000;

/** Counts some lines of an install that has any left. Returns how many; 0: all are counted, or other hubs are counting them. */
export async function countLines(database: Database): Promise<number> {
  return database.transaction(async (queries) => {
    const [next] = await queries.rows(NEXT);
    if (next === undefined) return 0;
    const install = String(next.install);
    const counted = Number(next.counted);
    const rows = await queries.rows(LINES, [install, counted, BATCH]);
    const lines = rows.map(lineOf);
    let sums = sumsOf(lines, []);
    if (sums.unmatched > 0) {
      const before = await queries.rows(BEFORE, [install, counted, counted - LOOK_BACK]);
      sums = sumsOf(lines, before.map(lineOf));
    }
    await write(queries, install, sums);
    // Pruned before they were counted: there is nothing to count.
    const end = lines.at(-1)?.sequence ?? Number(next.sequence);
    await queries.rows('UPDATE installs SET counted = $2 WHERE install = $1', [install, end]);
    return Math.max(1, lines.length);
  });
}

// Whoever is busy with an install is skipped, also an upload: its lines come next time.
const NEXT = `SELECT install, counted, sequence FROM installs WHERE counted < sequence
  ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED`;
const LINES = `SELECT sequence, at, line FROM log_lines WHERE install = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`;
const BEFORE = `SELECT sequence, at, line FROM log_lines
  WHERE install = $1 AND sequence <= $2 AND sequence > $3 AND line LIKE '%"outcome":"handed-over"%' ORDER BY sequence`;

function sumsOf(lines: readonly StoredLine[], before: readonly StoredLine[]): LineSums {
  const sums = new LineSums();
  for (const line of before) sums.remember(line);
  for (const line of lines) sums.add(line);
  return sums;
}

async function write(queries: Queries, install: string, sums: LineSums): Promise<void> {
  for (const { text, rows } of [
    { text: ADD_HOURS, rows: sums.hours.map((sum) => [sum.hour, sum.project, ...talliesOf(sum)]) },
    {
      text: ADD_SESSIONS,
      rows: sums.sessions.map((sum) => {
        const { session, project, host, first, last } = sum;
        return [session, project, host, first.at, last.at, first.sequence, last.sequence, ...talliesOf(sum)];
      }),
    },
    {
      text: ADD_QUESTIONS,
      rows: sums.questions.map(({ hour, project, session, tool, call, asked, allowed, denied }) => {
        return [hour, project, session, tool, call, asked, allowed, denied];
      }),
    },
    // In order, so that two hubs never wait for each other.
    { text: ADD_ANSWERS, rows: answersIn(sums).sort(byCall) },
    {
      text: ADD_RULES,
      rows: sums.rules.map(({ day, project, action, pattern, hits }) => [day, project, action, pattern, hits]),
    },
  ])
    if (rows.length > 0) await queries.rows(text, [install, ...columnsOf(rows)]);
}

type AnswerRow = [tool: string, call: string, allowed: number, denied: number];

function answersIn({ questions }: LineSums): AnswerRow[] {
  const rows = new Map<string, AnswerRow>();
  for (const { tool, call, allowed, denied } of questions) {
    const key = JSON.stringify([tool, call]);
    const [, , before = 0, refused = 0] = rows.get(key) ?? [];
    if (allowed + denied > 0) rows.set(key, [tool, call, before + allowed, refused + denied]);
  }
  return [...rows.values()];
}

function byCall([tool, call]: AnswerRow, [otherTool, otherCall]: AnswerRow): number {
  if (tool !== otherTool) return tool < otherTool ? -1 : 1;
  return call < otherCall ? -1 : 1;
}

function talliesOf({ allowed, asked, denied, left }: LineSums['hours'][number] | LineSums['sessions'][number]) {
  return [allowed, asked, denied, left];
}

function columnsOf(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}

const ADD_TALLIES = ['allowed', 'asked', 'denied', 'left_to_agent']
  .map((name) => `${name} = sums.${name} + excluded.${name}`)
  .join(', ');
const ADD_HOURS = `INSERT INTO decision_sums AS sums (install, hour, project, allowed, asked, denied, left_to_agent)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
  ON CONFLICT (hour, install, project) DO UPDATE SET ${ADD_TALLIES}`;
const ADD_SESSIONS = `INSERT INTO session_sums AS sums (install, session, project, host, first_at, last_at, first_sequence,
    last_sequence, allowed, asked, denied, left_to_agent)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[], $8::bigint[],
    $9::int[], $10::int[], $11::int[], $12::int[])
  ON CONFLICT (install, session) DO UPDATE SET ${ADD_TALLIES}, first_at = least(sums.first_at, excluded.first_at),
    last_at = greatest(sums.last_at, excluded.last_at), last_sequence = excluded.last_sequence`;
const ADD_QUESTIONS = `INSERT INTO question_sums AS sums (install, hour, project, session, tool, call, asked, allowed, denied)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::int[])
  ON CONFLICT (hour, install, project, session, tool, call) DO UPDATE
    SET asked = sums.asked + excluded.asked, allowed = sums.allowed + excluded.allowed, denied = sums.denied + excluded.denied`;
// Its first value is the install, which these are not counted by.
const ADD_ANSWERS = `INSERT INTO answer_sums AS sums (tool, call, allowed, denied)
  SELECT given.* FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS given WHERE $1::text IS NOT NULL
  ON CONFLICT (tool, call) DO UPDATE SET allowed = sums.allowed + excluded.allowed, denied = sums.denied + excluded.denied`;
const ADD_RULES = `INSERT INTO rule_sums AS sums (install, day, project, action, pattern, hits)
  SELECT $1, * FROM unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::int[])
  ON CONFLICT (day, install, project, action, pattern) DO UPDATE SET hits = sums.hits + excluded.hits`;

function lineOf({ sequence, at, line }: Row): StoredLine {
  return { sequence: Number(sequence), at: at as Date, line: String(line) };
}
