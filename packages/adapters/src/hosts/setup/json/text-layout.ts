import type { JsonNode } from '@caliban/calls/text';
import type { JsonContainer } from './json-text.ts';

/** How a text is laid out, so that what is added looks like the rest. */
export type TextLayout = {
  /** One step inwards. */
  readonly unit: string;
  /** In front of a new child. */
  readonly indent: string;
  readonly lineEnd: string;
  /** What separates a new child from what stands before it. */
  readonly gap: string;
  readonly onOneLine: boolean;
};

export function layoutOf(text: string, root: JsonNode, into: JsonContainer): TextLayout {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = unitOf(text, root);
  const [first] = into.children;
  const indent = (first && lineIndent(text, first.start)) ?? bracketIndent(text, into.start) + unit;
  const onOneLine = isOnOneLine(text, root);
  return { unit, indent, lineEnd, onOneLine, gap: onOneLine ? ' ' : lineEnd + indent };
}

/** Something stands in it, and all on one line. */
function isOnOneLine(text: string, root: JsonNode): boolean {
  return root.kind !== 'scalar' && root.children.length > 0 && !text.slice(root.start, root.end).includes('\n');
}

function unitOf(text: string, root: JsonNode): string {
  const [first] = root.kind === 'scalar' ? [] : root.children;
  return (first && lineIndent(text, first.start)) || '  ';
}

/** The blanks in front, where nothing else stands before it on its line. */
function lineIndent(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return text.slice(0, at).includes('\n') && /^[ \t]*$/.test(before) ? before : undefined;
}

/** Of the line an opening bracket stands on. */
function bracketIndent(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
}
