/** A member of an object or an element of an array: where its value is in the text. */
export type JsonChild = {
  /** Null for an element. */
  readonly key: string | null;
  readonly from: number;
  readonly to: number;
};

/** The children of the object or array that starts at `container`, in a text that is known to be JSON. Any depth is accepted. */
export function jsonChildren(text: string, container: number): readonly JsonChild[] {
  const children: JsonChild[] = [];
  let depth = 0;
  let key: string | null = null;
  let from = container + 1;
  for (let at = container; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = closingQuote(text, at);
    else if (char === '{' || char === '[') depth++;
    else if (char === ':' && depth === 1) {
      key = JSON.parse(text.slice(from, at)) as string;
      from = at + 1;
    } else if (char === ',' && depth === 1) {
      endChild(at);
      from = at + 1;
    } else if (char === '}' || char === ']') {
      if (--depth > 0) continue;
      endChild(at);
      return children;
    }
  }
  return children;

  function endChild(at: number): void {
    const value = text.slice(from, at);
    const to = from + value.trimEnd().length;
    // An empty object or array has no child to end.
    if (to > from) children.push({ key, from: at - value.trimStart().length, to });
    key = null;
  }
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
