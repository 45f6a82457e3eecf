// Who may use a hub. A token is shown once, when it is created; the database stores its hash.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Database, Row } from '../database/database.ts';

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
  readonly #cache = new Map<string, { readonly principal: Principal | null; readonly readAt: number }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the token itself, which can't be read again. */
  async create({ name, role, owner = name, team = '', by, expiresAt }: NewToken): Promise<Result<string, string>> {
    const problem = nameProblem(name) ?? nameProblem(owner) ?? (team === '' ? null : nameProblem(team));
    if (problem !== null) return fail(problem);
    const id = randomBytes(8).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const [made] = await this.#database.rows(CREATE, [
      id,
      hashOf(secret),
      name,
      role,
      owner,
      team,
      by,
      expiresAt ?? null,
    ]);
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
    const isRight = row !== undefined && timingSafeEqual(row.secret_hash as Buffer, hashOf(secret));
    const principal = isRight ? principalOf(row) : null;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, { principal, readAt: now });
    return principal;
  }
}

/** Secret scanners recognise tokens by their prefix. */
const PREFIX = 'caliban_';
const FORM = /^caliban_([0-9a-f]{16})_([\w-]{43})$/;

const COLUMNS = 'id, name, role, owner, team, created_at, created_by, expires_at, revoked_at';
const CREATE = `INSERT INTO tokens (id, secret_hash, name, role, owner, team, created_by, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`;
const LIST = `SELECT ${COLUMNS} FROM tokens ORDER BY created_at, id`;
const REVOKE = 'UPDATE tokens SET revoked_at = now() WHERE (id = $1 OR name = $1) AND revoked_at IS NULL RETURNING id';
const FIND = `SELECT ${COLUMNS}, secret_hash FROM tokens
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
