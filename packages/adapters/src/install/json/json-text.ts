/** Where a JSON value stands in its text, and what stands inside it. */
export type JsonNode =
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly children: readonly JsonChild[] }
  | { readonly kind: 'list'; readonly start: number; readonly end: number; readonly children: readonly JsonChild[] }
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number; readonly value: unknown };

export type JsonContainer = Exclude<JsonNode, { kind: 'scalar' }>;

/** A member of an object, or an item of a list. */
export type JsonChild = {
  /** Null for an item. */
  readonly key: string | null;
  /** Of the key, if there is one. */
  readonly start: number;
  readonly value: JsonNode;
  /** Of the comma that follows. */
  readonly comma: number | null;
};

/** The value under a key. Of a key that stands twice the last one counts, as in every reader of such files. */
export function memberOf(node: JsonNode | undefined, key: string): JsonChild | undefined {
  return node?.kind === 'object' ? node.children.findLast((child) => child.key === key) : undefined;
}

/** Every text that stands anywhere in a value. */
export function textsInside(node: JsonNode): readonly Extract<JsonNode, { kind: 'scalar' }>[] {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? [node] : [];
  return node.children.flatMap(({ value }) => textsInside(value));
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
