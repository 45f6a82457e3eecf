import type { AST } from 'toml-eslint-parser';
import { canonicalPair } from './canonical-pair.ts';
import type { TomlText } from './toml-text.ts';

/** A list of rules in an outdated form: patterns under an action, or tables. */
export type LegacyList = {
  readonly list: AST.TOMLArray;
  /** For a bucket: what its patterns get. */
  readonly action: string | null;
  /** The comments of the list itself: above its key, and behind its closing bracket. */
  readonly above: readonly string[];
  readonly behind: readonly string[];
};

/** Each item as a table of its own, with its comments. Pieces are to be set apart by blank lines. */
export function listBlocks(source: TomlText, { list, action, above, behind }: LegacyList): readonly string[] {
  const { items, rest } = itemComments(source, list);
  // What is said about several rules at once stands apart from each of them.
  const isSingle = list.elements.length === 1;
  const heading = isSingle ? [] : [...above, ...behind];
  const blocks = list.elements.map((element, index) => {
    const { before, after } = items[index] as ItemComments;
    const [first, ...fields] = fieldLines(source, element, action);
    // Two comments on one line would become one.
    const [remark = [], ...others] = [after, isSingle ? behind : []].filter((comments) => comments.length > 0);
    const comments = [...(isSingle ? above : []), ...others.flat(), ...before];
    return [...comments, '[[permissions.rules]]', [first, ...remark].join(' '), ...fields];
  });
  return [heading, ...blocks, rest].filter((piece) => piece.length > 0).map((piece) => wholeLines(source, piece));
}

function fieldLines(source: TomlText, element: AST.TOMLContentNode, action: string | null): readonly string[] {
  if (action !== null) return [`pattern = ${source.text.slice(...element.range)}`, `action = "${action}"`];
  return element.type === 'TOMLInlineTable' ? element.body.map((pair) => canonicalPair(source, pair)) : [];
}

type ItemComments = { readonly before: readonly string[]; readonly after: readonly string[] };

/** A comment on the line where an item ends is about that item; any other is about the next one. */
function itemComments(source: TomlText, list: AST.TOMLArray): { items: ItemComments[]; rest: readonly string[] } {
  const items: { before: string[]; after: string[] }[] = list.elements.map(() => ({ before: [], after: [] }));
  const rest: string[] = [];
  for (const { range } of source.commentsBetween(...list.range)) {
    const text = source.text.slice(...range);
    const next = list.elements.findIndex((element) => element.range[0] > range[0]);
    const previous = next === -1 ? list.elements.length - 1 : next - 1;
    const end = list.elements[previous]?.range[1];
    if (end !== undefined && source.lineStart(end) === source.lineStart(range[0])) items[previous]?.after.push(text);
    else (items[next]?.before ?? rest).push(text);
  }
  return { items, rest };
}

function wholeLines({ eol }: TomlText, texts: readonly string[]): string {
  return texts.map((text) => text + eol).join('');
}
