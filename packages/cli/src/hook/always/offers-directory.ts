import type { Locations } from '@caliban/storage/internal/locations';

export function offersDirectory({ cacheDirectory }: Pick<Locations, 'cacheDirectory'>): string {
  return `${cacheDirectory}/offers`;
}
