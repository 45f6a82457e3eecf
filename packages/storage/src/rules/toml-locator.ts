import { type AST, parseTOML } from 'toml-eslint-parser';
import type { Locate, Path, Spot } from './places.ts';
import { quotedOffset } from './quoted-offset.ts';

/** Knows where everything stands in a text that has already been parsed: this parser is asked for places, never for values. */
export function tomlLocator(text: string): Locate {
  const top = new Landmark(0);
  try {
    mark(top, parseTOML(text));
  } catch {
    // The two parsers disagree: everything is found at the start of the file.
  }
  return (spot) => find(top, spot, text);
}

class Landmark {
  readonly parts = new Map<string | number, Landmark>();
  key: number;
  value: readonly [number, number] | undefined;

  constructor(key: number) {
    this.key = key;
  }

  /** A key that is met for the first time stands here. */
  at(path: Path, offset: number): Landmark {
    let landmark: Landmark = this;
    for (const step of path) {
      let next = landmark.parts.get(step);
      if (next === undefined) {
        next = new Landmark(offset);
        landmark.parts.set(step, next);
      }
      landmark = next;
    }
    return landmark;
  }
}

function mark(top: Landmark, program: AST.TOMLProgram): void {
  for (const item of program.body[0].body) {
    if (item.type === 'TOMLKeyValue') {
      markPair(top, item);
      continue;
    }
    const table = top.at(item.resolvedKey, item.range[0]);
    for (const pair of item.body) markPair(table, pair);
  }
}

function markPair(table: Landmark, { key, value }: AST.TOMLKeyValue): void {
  markValue(table.at(keyNames(key), key.range[0]), value);
}

function markValue(landmark: Landmark, node: AST.TOMLContentNode): void {
  landmark.value = node.range;
  if (node.type === 'TOMLInlineTable') {
    for (const pair of node.body) markPair(landmark, pair);
  } else if (node.type === 'TOMLArray') {
    for (const [index, element] of node.elements.entries()) {
      markValue(landmark.at([index], element.range[0]), element);
    }
  }
}

export function keyNames(key: AST.TOMLKey): string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

function find(top: Landmark, { path, part, offset }: Spot, text: string): number {
  let landmark = top;
  for (const step of path) {
    const next = landmark.parts.get(step);
    if (next === undefined) return landmark.key;
    landmark = next;
  }
  if (part === 'key' || landmark.value === undefined) return landmark.key;
  const [start, end] = landmark.value;
  return offset === undefined ? start : start + quotedOffset(text.slice(start, end), offset);
}
