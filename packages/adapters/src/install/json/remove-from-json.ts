import type { JsonChild } from '@caliban/gate/internal/text/read-jsonc';
import type { JsonContainer } from './json-text.ts';

/** A child and the containers around it, the innermost first. */
export type ChildPlace = { readonly child: JsonChild; readonly container: JsonContainer };

/** Takes a child out, together with every container that holds nothing else and was made for it. */
export function removeChild(text: string, places: readonly [ChildPlace, ...ChildPlace[]]): string {
  const outermost = places.findIndex(
    ({ container }, index) => index === places.length - 1 || container.children.length > 1 || wasThere(container),
  );
  const { child, container } = places[outermost] as ChildPlace;
  const index = container.children.indexOf(child);
  const start = child.start - (GAP.exec(text.slice(0, child.start))?.[0].length ?? 0);
  if (child.comma !== null) return text.slice(0, start) + text.slice(child.comma + 1);
  const comma = container.children[index - 1]?.comma ?? null;
  const before = comma === null ? text.slice(0, start) : text.slice(0, comma) + text.slice(comma + 1, start);
  return before + text.slice(child.value.end);
}

const GAP = /(?:\r?\n[ \t]*| )$/;

/** Empty brackets that were filled: something stands before the child, and nothing behind it. */
export function wasThere({ start, end, children: [only] }: JsonContainer): boolean {
  return only !== undefined && only.start > start + 1 && only.value.end === end - 1;
}
