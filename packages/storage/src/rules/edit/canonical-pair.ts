import type { AST } from 'toml-eslint-parser';
import { keyNames } from '../toml-locator.ts';
import type { Splice } from './splice.ts';
import { applySplices } from './splice.ts';
import type { TomlText } from './toml-text.ts';

/** What turns a field of an old rule into a canonical one: `tool` is called `pattern`, and actions are lower case. */
export function canonicalSplices(source: TomlText, { key, value }: AST.TOMLKeyValue): readonly Splice[] {
  const name = keyNames(key)[0];
  if (name === 'tool') return [{ start: key.range[0], end: key.range[1], text: 'pattern' }];
  if (name !== 'action') return [];
  const [start, end] = value.range;
  const written = source.text.slice(start, end);
  return written === written.toLowerCase() ? [] : [{ start, end, text: written.toLowerCase() }];
}

/** The same as a line of its own. */
export function canonicalPair(source: TomlText, pair: AST.TOMLKeyValue): string {
  const [start, end] = pair.range;
  const local = canonicalSplices(source, pair).map((splice) => ({
    ...splice,
    start: splice.start - start,
    end: splice.end - start,
  }));
  return applySplices(source.text.slice(start, end), local);
}
