export type Cluster = {
  readonly directory: string;
  readonly port: number;
  /** Of a new, empty database. */
  readonly createDatabase: () => Promise<string>;
  /** As `kill -9` of the postmaster; `start` brings it back. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** It ends by itself where it can't write ahead. */
  readonly hasEnded: () => boolean;
  readonly pids: () => readonly number[];
  readonly remove: () => Promise<void>;
};

/** Where Debian and most others put the programs. Null: PostgreSQL is not installed. */
export function postgresPrograms(): string | null;
export const NO_POSTGRES: string;
export type ClusterPlace = {
  readonly directory?: string;
  /** Where PostgreSQL writes ahead, if not among its data. */
  readonly log?: string | null;
  /** Added to the environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
};
export function startCluster(settings?: readonly string[], place?: ClusterPlace): Promise<Cluster>;
