import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Database, Row } from '../database/database.ts';

export type StoredPolicy = {
  readonly version: number;
  /** Sealed, as agents get it. */
  readonly bundle: string;
  readonly pushedAt: string;
  readonly pushedBy: string;
  readonly note: string;
};

/** Every policy that was ever pushed. The newest version applies. */
export class Policies {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async current(): Promise<StoredPolicy | null> {
    const [row] = await this.#database.rows(`${SELECT} ORDER BY version DESC LIMIT 1`);
    return row === undefined ? null : policyOf(row);
  }

  async byVersion(version: number): Promise<StoredPolicy | null> {
    const [row] = await this.#database.rows(`${SELECT} WHERE version = $1`, [version]);
    return row === undefined ? null : policyOf(row);
  }

  /** Newest first. */
  async list(limit: number): Promise<readonly StoredPolicy[]> {
    return (await this.#database.rows(`${SELECT} ORDER BY version DESC LIMIT $1`, [limit])).map(policyOf);
  }

  /** Accepts only the next version: of two concurrent pushes, one is refused. */
  async push({ version, bundle, by, note }: NewPolicy): Promise<Result<StoredPolicy, string>> {
    const [row] = await this.#database.rows(PUSH, [version, bundle, by, note]);
    if (row !== undefined) return ok(policyOf(row));
    const next = ((await this.current())?.version ?? 0) + 1;
    return fail(`the next version is ${next}, not ${version}; someone else may have pushed meanwhile`);
  }
}

type NewPolicy = { readonly version: number; readonly bundle: string; readonly by: string; readonly note: string };

const SELECT = 'SELECT version, bundle, pushed_at, pushed_by, note FROM policies';
const PUSH = `INSERT INTO policies (version, bundle, pushed_by, note)
  SELECT $1, $2, $3, $4 WHERE $1 = (SELECT coalesce(max(version), 0) + 1 FROM policies)
  ON CONFLICT DO NOTHING RETURNING version, bundle, pushed_at, pushed_by, note`;

function policyOf({ version, bundle, pushed_at, pushed_by, note }: Row): StoredPolicy {
  return {
    version: Number(version),
    bundle: String(bundle),
    pushedAt: (pushed_at as Date).toISOString(),
    pushedBy: String(pushed_by),
    note: String(note),
  };
}
