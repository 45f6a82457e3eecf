export { confinedAt } from '../confinement/confined-at.ts';
export type { ConfinedGlob } from '../confinement/confined-globs.ts';
export { confinedGlobs } from '../confinement/confined-globs.ts';
export { confinement, createPlanner } from '../confinement/confinement.ts';
export type {
  AddedDirectory,
  ConfinedHost,
  ConfinedPath,
  Confinement,
  ConfinementContext,
} from '../confinement/confinement-types.ts';
export type { Disk, DiskEntry } from '../confinement/disk.ts';
