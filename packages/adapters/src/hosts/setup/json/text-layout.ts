import type { JsonNode } from '@caliban/calls/text';
import type { JsonContainer } from './json-text.ts';

/** The layout of a text, so that added parts look like the rest. */
export type TextLayout = {
  /** One level of indentation. */
  readonly unit: string;
  /** The indentation of a new child. */
  readonly indent: string;
  readonly lineEnd: string;
  /** Separates a new child from the previous one. */
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

/** The text isn't empty, and all on one line. */
function isOnOneLine(text: string, root: JsonNode): boolean {
  return root.kind !== 'scalar' && root.children.length > 0 && !text.slice(root.start, root.end).includes('\n');
}

function unitOf(text: string, root: JsonNode): string {
  const [first] = root.kind === 'scalar' ? [] : root.children;
  return (first && lineIndent(text, first.start)) || '  ';
}

/** The indentation, if nothing else precedes it on its line. */
function lineIndent(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return text.slice(0, at).includes('\n') && /^[ \t]*$/.test(before) ? before : undefined;
}

/** The indentation of the line with the opening bracket. */
function bracketIndent(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
}
