import { type BigIntStats, constants, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../files/read-regular-file.ts';
import type { LayerFiles, Locations } from '../layers/locations.ts';
import type { PackedSource, Stamp } from './pack-format.ts';

/** The paths where rules are looked for, before looking. */
export function placesOf({ layers }: Pick<Locations, 'layers'>, others: readonly string[]): string {
  return [...layers.map(({ layer, directory }) => `${layer} ${directory}`), ...others].join('\0');
}

/** Every path whose content, or absence, a policy depends on; `others` is what the caller reads beside the rule files. */
export function sourcePaths({ layers }: Pick<Locations, 'layers'>, others: readonly string[]): readonly string[] {
  return [...new Set([...layers.flatMap(layerPaths), ...others])];
}

function layerPaths({ directory, settings, permissions, dropIns, legacy }: LayerFiles): readonly string[] {
  // A directory that doesn't exist is an empty one.
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
 * What tells one state of a file from another without reading it: whoever changes the content changes the time of change, and no one
 * can set that back. Empty where nothing is there.
 */
export function stateOf(path: string): string {
  const found = statOf(path);
  if (found === undefined) return '';
  const { dev, ino, size, mtimeNs, ctimeNs, uid, mode } = found;
  return `${kindOf(Number(mode))} ${mtimeNs} ${ctimeNs} ${dev} ${ino} ${size} ${uid} ${mode}`;
}

/**
 * Of a link to nowhere, the link itself: what it should lead to is missed, not absent. A file where a directory should be is
 * nothing there, as it is for whoever reads the rules.
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
 * Whether the sources still say what was packed; if that had to be read to be known, with what to write down about it. There are no
 * others as long as none of these has changed: what appears in a place changes the state of a file, or of a directory, among them.
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

/** A file may be changed twice within one tick of the clock that stamps it; then the stamp proves nothing. */
function isTooFresh(state: string, packedAt: string): boolean {
  if (state === '') return false;
  const [, modified, changed] = state.split(' ') as [string, string, string];
  const limit = BigInt(packedAt) - COARSEST_CLOCK_NS;
  return BigInt(modified) > limit || BigInt(changed) > limit;
}

/** FAT counts in steps of two seconds. */
const COARSEST_CLOCK_NS = 2_000_000_000n;

/** Null when one of them changes while it is read, or is nothing that can be read to its end. */
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
