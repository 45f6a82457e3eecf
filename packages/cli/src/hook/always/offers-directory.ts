import type { Locations } from '@caliban/storage';

export function offersDirectory({ cacheDirectory }: Pick<Locations, 'cacheDirectory'>): string {
  return `${cacheDirectory}/offers`;
}
