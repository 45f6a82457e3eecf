import type { Token } from 'marked';
import { blocksOf, MAX_MARKDOWN_LENGTH } from './parse.ts';

/** The first piece of a long text and what follows it. `isSameBlock`: no empty row belongs between them. */
export type Split = { readonly piece: string; readonly rest: string; readonly isSameBlock: boolean };

/**
 * Cuts a long text in two, so that a word that streams in lays out little: between two blocks where possible, else inside a block that is
 * very long by itself. Null: the text is short enough.
 */
export function splitMarkdown(text: string): Split | null {
  if (text.length < LONG) return null;
  const head = text.slice(0, VERY_LONG);
  const last = blocksOf(head)?.at(-1);
  const at = last !== undefined && head.endsWith(last.raw) ? head.length - last.raw.length : 0;
  if (at > 0) return { piece: text.slice(0, at), rest: text.slice(at), isSameBlock: false };
  // A paragraph's line ends are kept, so that it may be cut at any.
  const isCutable = text.length >= VERY_LONG || (last?.type === 'paragraph' && head.trimEnd().includes('\n'));
  return isCutable ? insideBlock(text, last) : null;
}

const LONG = 2000;
/** Well below what the parser is given: what streams in next must fit, too. */
const VERY_LONG = MAX_MARKDOWN_LENGTH / 2;

/** Code goes on as code. */
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
