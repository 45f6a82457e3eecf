// Who talks to a hub. A token is shown once, when it is made; the database has a hash of it, sealed with a key of the hub: a row that
// someone writes into the database is no token.

import { createHash, createHmac, createPrivateKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Database, Queries, Row } from '../database/database.ts';

export const ROLES = ['agent', 'approver', 'admin'] as const;

/** Agents ask, pull the policy and upload their log. Approvers answer. Admins also do that, and change policy and tokens. */
export type Role = (typeof ROLES)[number];

export type Principal = {
  readonly id: string;
  /** For an agent: its install. For others: the person. */
  readonly name: string;
  readonly role: Role;
  /** For an agent: the person it belongs to. */
  readonly owner: string;
  readonly team: string;
};

export type ListedToken = Principal & {
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
};

export type NewToken = {
  readonly name: string;
  readonly role: Role;
  readonly owner?: string;
  readonly team?: string;
  readonly by: string;
  readonly expiresAt?: Date;
};

/** How long a hub may still accept a revoked token. */
const MAX_AGE_MS = 400;
const MAX_CACHED = 50_000;

export class Tokens {
  readonly #database: Database;
  readonly #sealKey: Buffer;
  readonly #cache = new Map<string, { readonly principal: Principal | null; readonly readAt: number }>();

  constructor(database: Database, sealKey: Buffer) {
    this.#database = database;
    this.#sealKey = sealKey;
  }

  /** Returns the token itself, which can't be read again. */
  async create({ name, role, owner = name, team = '', by, expiresAt }: NewToken): Promise<Result<string, string>> {
    const problem = nameProblem(name) ?? nameProblem(owner) ?? (team === '' ? null : nameProblem(team));
    if (problem !== null) return fail(problem);
    const id = randomBytes(8).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const row = { id, secret_hash: hashOf(secret), name, role, owner, team, expires_at: expiresAt ?? null };
    const [made] = await this.#database.rows(CREATE, [...Object.values(row), by, sealOf(this.#sealKey, row)]);
    if (made === undefined) return fail(`there is a token named \`${name}\`; revoke it first, or take another name`);
    return ok(`${PREFIX}${id}_${secret}`);
  }

  async list(): Promise<readonly ListedToken[]> {
    return (await this.#database.rows(LIST)).map(listedOf);
  }

  /** By name or by id. Returns how many were revoked. */
  async revoke(which: string): Promise<number> {
    const revoked = await this.#database.rows(REVOKE, [which]);
    this.#cache.clear();
    return revoked.length;
  }

  /** Of an agent: what it uploaded before belongs to the new team, too. An empty name removes it from its team. */
  async moveToTeam(name: string, team: string): Promise<Result<void, string>> {
    const problem = team === '' ? null : nameProblem(team);
    if (problem !== null) return fail(problem);
    const isMoved = await this.#database.transaction(async (queries) => {
      const [row] = await queries.rows(BY_NAME, [name]);
      if (row === undefined || !isSealed(this.#sealKey, row)) return false;
      await queries.rows(MOVE, [row.id, team, sealOf(this.#sealKey, { ...row, team })]);
      if (row.role === 'agent') await queries.rows('UPDATE installs SET team = $2 WHERE install = $1', [name, team]);
      return true;
    });
    this.#cache.clear();
    return isMoved ? ok(undefined) : fail(`there is no token named \`${name}\``);
  }

  /** Null: unknown, expired or revoked. Throws if the database doesn't answer. */
  async authenticate(token: string): Promise<Principal | null> {
    const [, id, secret] = FORM.exec(token) ?? [];
    if (id === undefined || secret === undefined) return null;
    // Cached by the hash of the whole token, so that no other secret matches the entry.
    const key = hashOf(token).toString('base64');
    const now = performance.now();
    const cached = this.#cache.get(key);
    if (cached !== undefined && now - cached.readAt < MAX_AGE_MS) return cached.principal;
    const [row] = await this.#database.rows(FIND, [id]);
    const isRight =
      row !== undefined && timingSafeEqual(row.secret_hash as Buffer, hashOf(secret)) && isSealed(this.#sealKey, row);
    const principal = isRight ? principalOf(row) : null;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, { principal, readAt: now });
    return principal;
  }
}

/** Secret scanners recognise tokens by their prefix. */
const PREFIX = 'caliban_';
const FORM = /^caliban_([0-9a-f]{16})_([\w-]{43})$/;

/** From the key that signs answers, in PEM: every hub of a database has it, and nothing else does. */
export function tokenSealKey(answerKey: string): Buffer {
  const key = createPrivateKey(answerKey).export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', key, '', 'caliban token seal 1', 32));
}

/** Tokens from before there were seals. Called once, with the migration that adds them. */
export async function sealTokens(queries: Queries, sealKey: Buffer): Promise<void> {
  for (const row of await queries.rows(`SELECT ${COLUMNS}, secret_hash FROM tokens`))
    await queries.rows('UPDATE tokens SET seal = $2 WHERE id = $1', [row.id, sealOf(sealKey, row)]);
}

/** Over what a token may do. Revoking deletes it, so that a row can't be made valid again. */
function sealOf(sealKey: Buffer, { id, secret_hash, name, role, owner, team, expires_at }: Row): Buffer {
  const expires = expires_at instanceof Date ? expires_at.toISOString() : null;
  const text = JSON.stringify([id, (secret_hash as Buffer).toString('hex'), name, role, owner, team, expires]);
  return createHmac('sha256', sealKey).update(text).digest();
}

function isSealed(sealKey: Buffer, row: Row): boolean {
  const seal = row.seal as Buffer | null;
  return seal?.length === 32 && timingSafeEqual(seal, sealOf(sealKey, row));
}

const COLUMNS = 'id, name, role, owner, team, created_at, created_by, expires_at, revoked_at';
const CREATE = `INSERT INTO tokens (id, secret_hash, name, role, owner, team, expires_at, created_by, seal)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`;
const LIST = `SELECT ${COLUMNS} FROM tokens ORDER BY created_at, id`;
const REVOKE =
  'UPDATE tokens SET revoked_at = now(), seal = NULL WHERE (id = $1 OR name = $1) AND revoked_at IS NULL RETURNING id';
const BY_NAME = `SELECT ${COLUMNS}, secret_hash, seal FROM tokens WHERE name = $1 AND revoked_at IS NULL FOR UPDATE`;
const MOVE = 'UPDATE tokens SET team = $2, seal = $3 WHERE id = $1';
const FIND = `SELECT ${COLUMNS}, secret_hash, seal FROM tokens
  WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

/** Names are shown in lists, logs and answers. */
function nameProblem(name: string): string | null {
  return /^[\w.@+-]{1,100}$/.test(name) ? null : `\`${name}\` is not a name of letters, digits and \`. _ @ + -\``;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function principalOf({ id, name, role, owner, team }: Row): Principal {
  return { id: String(id), name: String(name), role: role as Role, owner: String(owner), team: String(team) };
}

function listedOf(row: Row): ListedToken {
  return {
    ...principalOf(row),
    createdAt: (row.created_at as Date).toISOString(),
    createdBy: String(row.created_by),
    expiresAt: (row.expires_at as Date | null)?.toISOString() ?? null,
    revokedAt: (row.revoked_at as Date | null)?.toISOString() ?? null,
  };
}
