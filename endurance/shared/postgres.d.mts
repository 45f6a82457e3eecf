export type Cluster = {
  readonly directory: string;
  readonly port: number;
  /** Of a new, empty database. */
  readonly createDatabase: () => Promise<string>;
  /** As `kill -9` of the postmaster; `start` brings it back. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly pids: () => readonly number[];
  readonly remove: () => Promise<void>;
};

/** Where Debian and most others put the programs. Null: PostgreSQL is not installed. */
export function postgresPrograms(): string | null;
export const NO_POSTGRES: string;
export function startCluster(settings?: readonly string[]): Promise<Cluster>;
