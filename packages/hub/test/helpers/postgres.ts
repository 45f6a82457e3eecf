// Shared with what measures and endures.
export type { Cluster } from '../../../../endurance/shared/postgres.mjs';
export { NO_POSTGRES, postgresPrograms, startCluster } from '../../../../endurance/shared/postgres.mjs';
