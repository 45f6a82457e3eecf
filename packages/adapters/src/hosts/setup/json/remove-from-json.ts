import type { JsonChild } from '@caliban/calls/text';
import type { JsonContainer } from './json-text.ts';

/** A child and the containers around it, the innermost first. */
export type ChildPlace = { readonly child: JsonChild; readonly container: JsonContainer };

/** Removes a child together with every container that contains nothing else, not even a comment, and was created for it. */
export function removeChild(text: string, places: readonly [ChildPlace, ...ChildPlace[]]): string {
  const { child, container } = places.find((place, index) => {
    const around = places[index + 1];
    return (
      around === undefined ||
      place.container.children.length > 1 ||
      wasThere(place.container) ||
      isRemarked(text, place, around)
    );
  }) as ChildPlace;
  const index = container.children.indexOf(child);
  const comma = container.children[index - 1]?.comma ?? null;
  const from = comma === null ? container.start + 1 : comma + 1;
  const start = child.start - (GAP.exec(text.slice(from, child.start))?.[0].length ?? 0);
  const rest = child.comma === null ? text.slice(child.value.end) : withoutComma(text, child.value.end, child.comma);
  const remarks = text.slice(from, endsInRemark(text.slice(from, start)) && !LINE_END.test(rest) ? child.start : start);
  const before = text.slice(0, comma === null || child.comma !== null ? from : comma);
  return before + remarks + rest;
}

const GAP = /(?:\r?\n[ \t]*| )$/;
const LINE_END = /^[ \t]*(?:\r?\n|$)/;

/** Between brackets, commas and keys, a slash can only be part of a comment. */
function isRemarked(text: string, { child, container }: ChildPlace, around: ChildPlace): boolean {
  const { start, end } = container;
  const gaps = [[around.child.start, start] as const, [start, child.start] as const, [child.value.end, end] as const];
  return gaps.some(([from, to]) => text.slice(from, to).includes('/'));
}

/** A comment to the end of the line would swallow the text that follows it. */
function endsInRemark(gap: string): boolean {
  for (let at = gap.indexOf('/'); at !== -1; at = gap.indexOf('/', at)) {
    const [open, close] = gap.startsWith('//', at) ? ['//', '\n'] : ['/*', '*/'];
    const end = gap.indexOf(close, at + open.length);
    if (end === -1) return true;
    at = end + close.length;
  }
  return false;
}

function withoutComma(text: string, end: number, comma: number): string {
  const between = text.slice(end, comma);
  return (between.includes('/') ? between : '') + text.slice(comma + 1);
}

/** Brackets that were empty and have been filled: there is space before the child and none after it. */
export function wasThere({ start, end, children: [only] }: JsonContainer): boolean {
  return only !== undefined && only.start > start + 1 && only.value.end === end - 1;
}
