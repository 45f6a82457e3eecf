import type { Result } from '@caliban/calls';
import type { JsonNode } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { type JsonContainer, memberOf } from './json-text.ts';
import { layoutOf, type TextLayout } from './text-layout.ts';

/** Appends an item to the list at a path of keys; missing containers are created. Everything else stays byte for byte. */
export function addItem(text: string, root: JsonNode, path: readonly string[], item: unknown): Result<string, string> {
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (node.kind !== 'object') return fail(notWhatItMustBe(path.slice(0, depth), 'an object'));
    const child = memberOf(node, key);
    if (child === undefined) {
      const value = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), [item]);
      return ok(append(text, root, node, { key, value }));
    }
    node = child.value;
  }
  if (node.kind !== 'list') return fail(notWhatItMustBe(path, 'a list'));
  return ok(append(text, root, node, { key: null, value: item }));
}

export function addMember(text: string, root: JsonContainer, key: string, value: unknown): string {
  return append(text, root, root, { key, value });
}

function notWhatItMustBe(path: readonly string[], kind: string): string {
  return path.length === 0 ? `it is not ${kind}` : `\`${path.join('.')}\` is not ${kind}; put that right first`;
}

type Added = { readonly key: string | null; readonly value: unknown };

/**
 * In a way that `removeChild` undoes exactly: empty brackets get a line end or a blank, then the child, directly followed by the
 * closing bracket; a list with a trailing comma keeps having one; comments stay with the values they are about.
 */
function append(text: string, root: JsonNode, into: JsonContainer, added: Added): string {
  const layout = layoutOf(text, root, into);
  const child = layout.gap + rendered(added, layout);
  const close = into.end - 1;
  const last = into.children.at(-1);
  if (last === undefined) return text.slice(0, close) + child + text.slice(close);

  const behind = last.comma === null ? last.value.end : last.comma + 1;
  const between = text.slice(behind, close).trimEnd();
  const [before, after] = last.comma === null ? [',', ''] : ['', ','];
  const at = behind + between.length;
  return text.slice(0, behind) + before + between + child + after + text.slice(at);
}

function rendered({ key, value }: Added, { unit, indent, lineEnd, onOneLine }: TextLayout): string {
  const name = key === null ? '' : `${JSON.stringify(key)}: `;
  if (onOneLine) return name + JSON.stringify(value);
  return name + JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indent);
}
