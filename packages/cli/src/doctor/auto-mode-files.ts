import { join, resolve } from 'node:path';
import type { Layer } from '@caliban/gate';
import {
  type FileNotice,
  type LayerFiles,
  type LoadedAutoMode,
  type Locations,
  readAutoModeFiles,
} from '@caliban/storage';

/** The result of looking for an `auto-mode.toml`. */
export type AutoModeReport = { readonly file: string; readonly layer: Layer } & (
  | {
      readonly state: 'loaded';
      readonly entries: number;
      readonly isSwitchedOff?: true;
      readonly warnings: readonly FileNotice[];
    }
  | { readonly state: 'missing' }
  | { readonly state: 'ignored'; readonly why: string }
  | { readonly state: 'failed'; readonly errors: readonly FileNotice[] }
);

/** One for each layer that can have the file, and for the one `--auto-mode-config` names. */
export async function autoModeReports(
  { layers }: Locations,
  { explicit, cwd }: { readonly explicit: string | undefined; readonly cwd: string },
): Promise<readonly AutoModeReport[]> {
  const reports: AutoModeReport[] = [];
  for (const layer of layers) {
    if (layer.layer === 'local') continue;
    reports.push(layer.layer === 'user' && explicit !== undefined ? replaced(layer) : await ofLayer(layer));
  }
  if (explicit === undefined) return reports;
  const file = resolve(cwd, explicit);
  const named = await readAutoModeFiles({ layers: [] }, { explicit: file });
  return [...reports, reportOf(named, { file, layer: 'cli' })];
}

async function ofLayer(files: LayerFiles): Promise<AutoModeReport> {
  return reportOf(await readAutoModeFiles({ layers: [files] }), placeOf(files));
}

function replaced(files: LayerFiles): AutoModeReport {
  return { ...placeOf(files), state: 'ignored', why: '--auto-mode-config applies instead' };
}

function placeOf({ layer, directory }: LayerFiles): { readonly file: string; readonly layer: Layer } {
  return { layer, file: join(directory, 'auto-mode.toml') };
}

function reportOf({ files, warnings }: LoadedAutoMode, place: ReturnType<typeof placeOf>): AutoModeReport {
  if (!files.ok) return { ...place, state: 'failed', errors: files.error };
  const [read] = files.value;
  if (read === undefined) return { ...place, state: 'missing' };
  const lists = Object.values(read.lists).map((entries) => entries.length);
  const entries = lists.reduce((sum, length) => sum + length, 0);
  return { ...place, state: 'loaded', entries, ...(read.isSwitchedOff && { isSwitchedOff: true }), warnings };
}
