import { join, relative } from 'node:path';
import { readTextFile } from '../files/read-text-file.ts';
import type { LayerFiles, Locations } from '../layers/locations.ts';

/** A file through which a repository can configure caliban. */
export type ProjectFile = {
  /** Path relative to the workspace. */
  readonly name: string;
  readonly content: string;
};

/** Only files that exist. */
export function readProjectFiles({
  workspace,
  layers,
}: Pick<Locations, 'workspace' | 'layers'>): readonly ProjectFile[] {
  const paths = layers.filter(({ layer }) => layer === 'project' || layer === 'local').flatMap(pathsOf);
  return paths.flatMap((path) => {
    const text = readTextFile(path);
    // An unreadable file stops the start anyway; here its value only has to differ from every readable content.
    const content = text.ok ? text.value : `\0${text.error.message}`;
    return content === null ? [] : [{ name: relative(workspace, path), content }];
  });
}

function pathsOf({ layer, directory, settings, permissions, legacy }: LayerFiles): readonly string[] {
  const autoMode = layer === 'project' ? [join(directory, 'auto-mode.toml')] : [];
  return [settings, permissions, legacy.settings, legacy.permissions, ...autoMode];
}
