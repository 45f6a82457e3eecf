import { join, relative } from 'node:path';
import { readTextFile } from '../files/read-text-file.ts';
import type { LayerFiles, Locations } from '../layers/locations.ts';

/** A file through which a repository can speak to caliban. */
export type ProjectFile = {
  /** From the workspace on. */
  readonly name: string;
  readonly content: string;
};

/** Those that are there. */
export function readProjectFiles({
  workspace,
  layers,
}: Pick<Locations, 'workspace' | 'layers'>): readonly ProjectFile[] {
  const paths = layers.filter(({ layer }) => layer === 'project' || layer === 'local').flatMap(pathsOf);
  return paths.flatMap((path) => {
    const text = readTextFile(path);
    // What cannot be read stops the start anyway; here it only has to differ from everything that can.
    const content = text.ok ? text.value : `\0${text.error.message}`;
    return content === null ? [] : [{ name: relative(workspace, path), content }];
  });
}

function pathsOf({ layer, directory, settings, permissions, legacy }: LayerFiles): readonly string[] {
  const autoMode = layer === 'project' ? [join(directory, 'auto-mode.toml')] : [];
  return [settings, permissions, legacy.settings, legacy.permissions, ...autoMode];
}
