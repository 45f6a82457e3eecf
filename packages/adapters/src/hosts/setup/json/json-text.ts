import type { JsonChild, JsonNode } from '@caliban/calls/text';

export type JsonContainer = Exclude<JsonNode, { kind: 'scalar' }>;

/** The value of a key. If a key occurs twice the last one wins, as in every reader of such files. */
export function memberOf(node: JsonNode | undefined, key: string): JsonChild | undefined {
  return node?.kind === 'object' ? node.children.findLast((child) => child.key === key) : undefined;
}

/** The value at a path of keys; undefined if the path doesn't exist. */
export function valueAt(root: JsonNode, ...keys: readonly string[]): unknown {
  const node = keys.reduce<JsonNode | undefined>((outer, key) => memberOf(outer, key)?.value, root);
  return node === undefined ? undefined : plainValue(node);
}

/** The value as plain data. Objects have no prototype, so that a key such as `__proto__` has no special meaning. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.children.map(({ value }) => plainValue(value));
    case 'object': {
      const plain: Record<string, unknown> = Object.create(null);
      for (const { key, value } of node.children) plain[key ?? ''] = plainValue(value);
      return plain;
    }
  }
}
