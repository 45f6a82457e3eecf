import type { Fact, FactKind, FactStore, Put } from '@caliban/inbox';
import type { Database, Row } from '../database/database.ts';
import { Batches } from './batches.ts';

export type PostgresFactStoreOptions = {
  /** For tests; default: PostgreSQL's own clock, so that all hubs agree. */
  readonly clock?: () => number;
};

/**
 * Facts in PostgreSQL. Concurrent reads and writes share one statement, so a thousand waiting agents cost little more than one.
 *
 * Writing transactions take turns. Otherwise a slow one could commit a lower sequence after a reader has seen a higher one, and
 * that reader would never see the fact.
 */
export class PostgresFactStore implements FactStore {
  readonly #database: Database;
  readonly #clock: (() => number) | undefined;
  readonly #puts: Batches<NewFact, Put>;
  readonly #reads: Batches<string, readonly Fact[]>;
  /** PostgreSQL's time minus our monotonic clock. */
  #offset: { readonly ms: number; readonly measuredAt: number } | null = null;

  constructor(database: Database, { clock }: PostgresFactStoreOptions = {}) {
    this.#database = database;
    this.#clock = clock;
    this.#puts = new Batches((facts) => this.#write(facts), { maxSize: MAX_PUTS, maxRunning: 1 });
    this.#reads = new Batches((ids) => this.#read(ids), { maxSize: MAX_READS, maxRunning: 2 });
  }

  async putOnce(askId: string, kind: FactKind, bytes: Uint8Array): Promise<Put> {
    return this.#puts.add({ askId, kind, bytes });
  }

  async factsOf(askId: string): Promise<readonly Fact[]> {
    return this.#reads.add(askId);
  }

  async listSince(sequence: number, limit: number): Promise<readonly Fact[]> {
    return (await this.#database.rows(SINCE, [sequence, limit])).map(factOf);
  }

  async listUnanswered(limit: number): Promise<readonly Fact[]> {
    return (await this.#database.rows(UNANSWERED, [limit])).map(factOf);
  }

  async lastSequence(): Promise<number> {
    return Number((await this.#database.rows(LAST))[0]?.last ?? 0);
  }

  /** Queried once a second; our own monotonic clock fills in between. */
  async now(): Promise<number> {
    if (this.#clock !== undefined) return this.#clock();
    const here = performance.now();
    if (this.#offset === null || here - this.#offset.measuredAt > MAX_OFFSET_AGE_MS) {
      const [row] = await this.#database.rows(`SELECT ${NOW} AS now`);
      const there = performance.now();
      this.#offset = { ms: Number(row?.now) - (here + there) / 2, measuredAt: there };
    }
    return performance.now() + this.#offset.ms;
  }

  /** Doesn't close the database: its owner does that. */
  async close(): Promise<void> {
    await this.#puts.idle();
    await this.#reads.idle();
  }

  async #write(facts: readonly NewFact[]): Promise<readonly Put[]> {
    // With two facts for one slot in a statement, PostgreSQL would keep the first but not say whose row it was.
    const first = new Map<string, NewFact>();
    for (const fact of facts) if (!first.has(slotOf(fact))) first.set(slotOf(fact), fact);
    const slots = [...first.values()];
    const written = await this.#insert(slots);
    const lost = slots.filter((fact) => !written.has(slotOf(fact)));
    const existing = lost.length === 0 ? new Map<string, Fact>() : await this.#existing(lost);
    return facts.map((fact) => {
      const slot = slotOf(fact);
      const won = written.get(slot);
      if (won !== undefined)
        return first.get(slot) === fact ? { kind: 'won', fact: won } : { kind: 'lost', existing: won };
      const other = existing.get(slot);
      if (other === undefined) throw new Error(`the ${fact.kind} of ${fact.askId} was neither written nor there`);
      return { kind: 'lost', existing: other };
    });
  }

  async #insert(facts: readonly NewFact[]): Promise<ReadonlyMap<string, Fact>> {
    const slots = [facts.map((fact) => fact.askId), facts.map((fact) => fact.kind), facts.map(bufferOf)];
    return bySlot(await this.#database.rows(INSERT, [...slots, this.#clock?.() ?? null, WRITE_LOCK]));
  }

  async #existing(facts: readonly NewFact[]): Promise<ReadonlyMap<string, Fact>> {
    return bySlot(
      await this.#database.rows(EXISTING, [facts.map((fact) => fact.askId), facts.map((fact) => fact.kind)]),
    );
  }

  async #read(ids: readonly string[]): Promise<readonly (readonly Fact[])[]> {
    const rows = await this.#database.rows(ALL_OF, [[...new Set(ids)]]);
    const facts = new Map<string, Fact[]>();
    for (const fact of rows.map(factOf)) {
      const known = facts.get(fact.askId);
      if (known === undefined) facts.set(fact.askId, [fact]);
      else known.push(fact);
    }
    return ids.map((id) => facts.get(id) ?? []);
  }
}

type NewFact = { readonly askId: string; readonly kind: FactKind; readonly bytes: Uint8Array };

const MAX_PUTS = 200;
const MAX_READS = 500;
const MAX_OFFSET_AGE_MS = 1_000;
/** For `pg_advisory_xact_lock`. */
const WRITE_LOCK = 7_216_002;

const NOW = 'extract(epoch FROM clock_timestamp())::double precision * 1000';
const COLUMNS = 'sequence, ask_id, kind, bytes, at';
// One statement is one transaction. Rows come out of the join once the lock is taken, and only then get their sequence; it is released
// when they are committed.
const INSERT = `
WITH turn AS MATERIALIZED (
  SELECT pg_advisory_xact_lock($5)
), written AS (
  INSERT INTO facts (ask_id, kind, bytes, at)
  SELECT ask_id, kind, bytes, coalesce($4::double precision, ${NOW})
  FROM turn CROSS JOIN unnest($1::text[], $2::text[], $3::bytea[]) WITH ORDINALITY AS given (ask_id, kind, bytes, place)
  ORDER BY place
  ON CONFLICT DO NOTHING
  RETURNING ${COLUMNS}
), opened AS (
  INSERT INTO open_asks (ask_id, sequence)
  SELECT ask_id, sequence FROM written
  WHERE kind = 'ask' AND NOT EXISTS (SELECT 1 FROM written AS answers WHERE answers.ask_id = written.ask_id AND answers.kind = 'answer')
    AND NOT EXISTS (SELECT 1 FROM facts WHERE facts.ask_id = written.ask_id AND facts.kind = 'answer')
), answered AS (
  DELETE FROM open_asks USING written WHERE open_asks.ask_id = written.ask_id AND written.kind = 'answer'
)
SELECT ${COLUMNS} FROM written`;
const EXISTING = `SELECT ${COLUMNS} FROM facts WHERE (ask_id, kind) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
const ALL_OF = `SELECT ${COLUMNS} FROM facts WHERE ask_id = ANY ($1::text[]) ORDER BY sequence`;
const SINCE = `SELECT ${COLUMNS} FROM facts WHERE sequence > $1 ORDER BY sequence LIMIT $2`;
const LAST = 'SELECT max(sequence) AS last FROM facts';
const UNANSWERED = `SELECT facts.${COLUMNS.replaceAll(', ', ', facts.')} FROM open_asks JOIN facts USING (sequence)
  ORDER BY sequence LIMIT $1`;

function slotOf({ askId, kind }: Pick<Fact, 'askId' | 'kind'>): string {
  return `${kind} ${askId}`;
}

function bySlot(rows: readonly Row[]): ReadonlyMap<string, Fact> {
  return new Map(rows.map(factOf).map((fact) => [slotOf(fact), fact]));
}

function bufferOf({ bytes }: NewFact): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function factOf({ sequence, ask_id, kind, bytes, at }: Row): Fact {
  return {
    sequence: Number(sequence),
    askId: String(ask_id),
    kind: kind as FactKind,
    // pg returns a Buffer, which prints and compares differently.
    bytes: new Uint8Array(bytes as Buffer),
    at: Number(at),
  };
}
