import { type BigIntStats, constants, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../files/read-regular-file.ts';
import type { LayerFiles, Locations } from '../layers/locations.ts';
import type { PackedSource, Stamp } from './pack-format.ts';

/** A key for the set of paths where rules are looked for, computed without looking. */
export function placesOf({ layers }: Pick<Locations, 'layers'>, others: readonly string[]): string {
  return [...layers.map(({ layer, directory }) => `${layer} ${directory}`), ...others].join('\0');
}

/** Every path whose content or absence the policy depends on; `others` are read beside the rule files. */
export function sourcePaths({ layers }: Pick<Locations, 'layers'>, others: readonly string[]): readonly string[] {
  return [...new Set([...layers.flatMap(layerPaths), ...others])];
}

function layerPaths({ directory, settings, permissions, dropIns, legacy }: LayerFiles): readonly string[] {
  // A directory that doesn't exist is treated as empty.
  if (!isThere(directory)) return [directory];
  const files = [settings, permissions, legacy.settings, legacy.permissions];
  if (dropIns === undefined) return files;
  if (!isThere(dropIns)) return [...files, dropIns];
  return [...files, dropIns, ...readdirSync(dropIns).map((name) => join(dropIns, name))];
}

function isThere(directory: string): boolean {
  const state = stateOf(directory);
  return state !== '' && !state.startsWith(LINK);
}

/**
 * A fingerprint of a file's state without reading it. Any change of the content changes ctime, which can't be set back. Empty if
 * nothing is there.
 */
export function stateOf(path: string): string {
  const found = statOf(path);
  if (found === undefined) return '';
  const { dev, ino, size, mtimeNs, ctimeNs, uid, mode } = found;
  return `${kindOf(Number(mode))} ${mtimeNs} ${ctimeNs} ${dev} ${ino} ${size} ${uid} ${mode}`;
}

/**
 * For a dangling symlink, the state of the symlink itself: its target is missing, which differs from no file at all. A path below
 * a file (ENOTDIR) doesn't exist, as for the rule reader.
 */
function statOf(path: string): BigIntStats | undefined {
  try {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || kindOf(Number(found.mode)) !== LINK) return found;
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function kindOf(mode: number): string {
  switch (mode & constants.S_IFMT) {
    case constants.S_IFDIR:
      return DIRECTORY;
    case constants.S_IFLNK:
      return LINK;
    default:
      return 'file';
  }
}

const DIRECTORY = 'directory';
const LINK = 'link';

/**
 * Whether the sources are unchanged since packing; if some had to be read to find out, with a new stamp to save. No further
 * sources can appear while these are unchanged: a new file changes the state of a file or directory in this list.
 */
export function checkSources(
  { sources, packedAt }: Stamp,
  locations: Pick<Locations, 'layers'>,
  others: readonly string[],
): Stamp | 'unchanged' | null {
  const at = now();
  const isProven = ({ path, state }: PackedSource) => stateOf(path) === state && !isTooFresh(state, packedAt);
  if (sources.every(isProven)) return 'unchanged';
  const paths = sourcePaths(locations, others);
  if (sources.length !== paths.length || sources.some(({ path }, index) => path !== paths[index])) return null;
  const found = readSources(paths);
  const isSame = found?.every(({ hash }, index) => hash === sources[index]?.hash) === true;
  return isSame ? { sources: found, packedAt: at } : null;
}

/** A file may change twice within one tick of the file system's clock; then its timestamp proves nothing. */
function isTooFresh(state: string, packedAt: string): boolean {
  if (state === '') return false;
  const [, modified, changed] = state.split(' ') as [string, string, string];
  const limit = BigInt(packedAt) - COARSEST_CLOCK_NS;
  return BigInt(modified) > limit || BigInt(changed) > limit;
}

/** FAT timestamps have a resolution of two seconds. */
const COARSEST_CLOCK_NS = 2_000_000_000n;

/** Null if one of them changes while it is read, or can't be read to its end. */
export function readSources(paths: readonly string[]): readonly PackedSource[] | null {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const sources: PackedSource[] = [];
  for (const path of paths) {
    const state = stateOf(path);
    const content = state === '' ? '' : contentOf(path, state);
    if (content === null || stateOf(path) !== state) return null;
    sources.push({ path, state, hash: state === '' ? '' : createHash('sha256').update(content).digest('hex') });
  }
  return sources;
}

function contentOf(path: string, state: string): string | Buffer | null {
  if (state.startsWith(LINK)) return readlinkSync(path);
  if (state.startsWith(DIRECTORY)) return JSON.stringify(readdirSync(path).sort());
  const found = readRegularFile(path);
  return found.kind === 'file' ? found.bytes : null;
}

/** In nanoseconds since 1970, as text. */
export function now(): string {
  return String(BigInt(Date.now()) * 1_000_000n);
}
