import type { TextGlob } from '@caliban/calls/types';

/** A text glob in Claude Code's notation, where `*` is the only wildcard and can't be escaped. */
export function starText({ segments }: TextGlob): { readonly text: string; readonly exact: boolean } {
  let exact = true;
  const pieces = segments.map((segment) => {
    const plain = typeof segment === 'string' && !segment.includes('*');
    exact &&= plain;
    if (typeof segment === 'string') return segment;
    return segment.characters.map((character) => character ?? '*').join('');
  });
  return { text: pieces.join('*').replaceAll(/\*+/g, '*'), exact };
}

/** Inside `Tool(…)` parentheses and backslashes are escaped. */
export function inParens(tool: string, text: string): string {
  return `${tool}(${text.replaceAll(/[\\()]/g, '\\$&')})`;
}
