import { visible } from '@caliban/calls/text';

/** Text for a person, with the home directory as a shell writes it. */
export type ShortPaths = (text: string) => string;

export function shortPaths(home: string): ShortPaths {
  return (text) => visible(home === '' || home === '/' ? text : text.replaceAll(`${home}/`, '~/'));
}
