import type { Result } from '@caliban/calls';
import { type JsonNode as Placed, readJsonc as readNodes } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { LineTable } from '../../documents/places.ts';
import type { ImportProblem } from './imported.ts';

/** A JSON value and the line it starts on. Members are kept in a map, so that a key such as `__proto__` has no special meaning. */
export type JsonNode = { readonly line: number } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'scalar'; readonly value: number | boolean | null }
);

/** JSON with comments and trailing commas, the format of agents' settings. */
export function readJsonc(text: string): Result<JsonNode, ImportProblem> {
  const lines = new LineTable(text);
  const read = readNodes(text);
  if (read.ok) return ok(withLines(read.value, lines));
  const { message, offset } = read.error;
  return fail({ message, ...lines.placeOf(offset) });
}

function withLines(node: Placed, lines: LineTable): JsonNode {
  const { line } = lines.placeOf(node.start);
  switch (node.kind) {
    case 'object':
      // For a duplicate key the last value wins, at the position of the first, as in every reader of such files.
      return {
        line,
        kind: 'object',
        members: new Map(node.children.map(({ key, value }) => [key ?? '', withLines(value, lines)])),
      };
    case 'list':
      return { line, kind: 'list', items: node.children.map(({ value }) => withLines(value, lines)) };
    case 'scalar': {
      const { value } = node;
      return typeof value === 'string' ? { line, kind: 'text', text: value } : { line, kind: 'scalar', value };
    }
  }
}

/** The value of a member, if the node is an object and has it. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(key) : undefined;
}

/** The value as plain data. Objects have no prototype. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object': {
      const plain: Record<string, unknown> = Object.create(null);
      for (const [key, value] of node.members) plain[key] = plainValue(value);
      return plain;
    }
    case 'list':
      return node.items.map(plainValue);
    case 'text':
      return node.text;
    case 'scalar':
      return node.value;
  }
}
