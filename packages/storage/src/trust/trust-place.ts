import type { Locations } from '../layers/locations.ts';

export function trustFileIn({ stateDirectory }: Pick<Locations, 'stateDirectory'>): string {
  return `${stateDirectory}/trust.json`;
}

/** What the answer about a project depends on, beside its rule files and settings. */
export function trustSources({
  stateDirectory,
  layers,
}: Pick<Locations, 'stateDirectory' | 'layers'>): readonly string[] {
  const projects = layers.filter(({ layer }) => layer === 'project');
  return [trustFileIn({ stateDirectory }), ...projects.map(({ directory }) => `${directory}/auto-mode.toml`)];
}
