import type { JsonChild, JsonNode } from '@caliban/calls/text';

export type JsonContainer = Exclude<JsonNode, { kind: 'scalar' }>;

/** The value under a key. Of a key that stands twice the last one counts, as in every reader of such files. */
export function memberOf(node: JsonNode | undefined, key: string): JsonChild | undefined {
  return node?.kind === 'object' ? node.children.findLast((child) => child.key === key) : undefined;
}

/** What stands under these keys, one inside the other; nothing when there is no such place. */
export function valueAt(root: JsonNode, ...keys: readonly string[]): unknown {
  const node = keys.reduce<JsonNode | undefined>((outer, key) => memberOf(outer, key)?.value, root);
  return node === undefined ? undefined : plainValue(node);
}

/** The value itself. Objects have no prototype, so that no key means anything but itself. */
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
