import type { Token } from 'marked';
import { blocksOf, MAX_MARKDOWN_LENGTH } from './parse.ts';

/** The first piece of a long text and the rest. `isSameBlock`: there is no empty row between them. */
export type Split = { readonly piece: string; readonly rest: string; readonly isSameBlock: boolean };

/**
 * Splits a long text in two, so that little is laid out again when a word streams in: between two blocks if possible, else inside
 * a very long block. Null: the text is short enough.
 */
export function splitMarkdown(text: string): Split | null {
  if (text.length < LONG) return null;
  const head = text.slice(0, VERY_LONG);
  const last = blocksOf(head)?.at(-1);
  const at = last !== undefined && head.endsWith(last.raw) ? head.length - last.raw.length : 0;
  if (at > 0) return { piece: text.slice(0, at), rest: text.slice(at), isSameBlock: false };
  // A paragraph keeps its line ends, so it may be split at any of them.
  const isCutable = text.length >= VERY_LONG || (last?.type === 'paragraph' && head.trimEnd().includes('\n'));
  return isCutable ? insideBlock(text, last) : null;
}

const LONG = 2000;
/** Well below the parser's limit: text that streams in next must fit, too. */
const VERY_LONG = MAX_MARKDOWN_LENGTH / 2;

/** The rest of a code block is code again. */
function insideBlock(text: string, block: Token | undefined): Split {
  const lineEnd = text.lastIndexOf('\n', Math.min(text.trimEnd().length, VERY_LONG) - 1);
  const at = lineEnd > 0 ? lineEnd : VERY_LONG;
  const piece = text.slice(0, at);
  const rest = text.slice(lineEnd > 0 ? at + 1 : at);
  const [, opening, marks] = block?.type === 'code' ? (FENCE.exec(block.raw) ?? []) : [];
  if (opening === undefined) return { piece, rest, isSameBlock: true };
  return { piece: `${piece}\n${marks}`, rest: `${opening}\n${rest}`, isSameBlock: true };
}

const FENCE = /^ {0,3}((`{3,}|~{3,}).*)\n/;
