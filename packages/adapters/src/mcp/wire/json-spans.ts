import { endOfJsonString } from '@caliban/calls/text';

/** A member of an object, or an element of an array, as written in the text. */
export type JsonSpan = {
  /** Null for an element. */
  readonly key: string | null;
  /** The value, without the blanks around it. */
  readonly text: string;
};

export type JsonSpans = {
  /** Of the outermost object or array. */
  readonly children: readonly JsonSpan[];
  /** A key that occurs twice in one object, at any depth: readers differ in which of the two they use. */
  readonly repeated: string | null;
};

/** The top-level parts of a text that is known to be JSON. Nothing is allocated for deeper levels, and any depth is accepted. */
export function jsonSpans(text: string): JsonSpans {
  const children: JsonSpan[] = [];
  /** The open containers: for an object its keys so far, for an array null. */
  const open: (Set<string> | null)[] = [];
  let repeated: string | null = null;
  let expectsKey = false;
  let key: string | null = null;
  let valueFrom = 0;

  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfJsonString(text, at);
        if (expectsKey) {
          const name = JSON.parse(text.slice(at, end)) as string;
          const keys = open.at(-1);
          if (keys?.has(name)) repeated ??= name;
          keys?.add(name);
          if (open.length === 1) key = name;
        }
        at = end - 1;
        break;
      }
      case OPEN_OBJECT:
        open.push(new Set());
        expectsKey = true;
        break;
      case OPEN_ARRAY:
        open.push(null);
        expectsKey = false;
        if (open.length === 1) valueFrom = at + 1;
        break;
      case COLON:
        expectsKey = false;
        if (open.length === 1) valueFrom = at + 1;
        break;
      case COMMA:
        endChild(at);
        expectsKey = open.at(-1) != null;
        if (open.length === 1) valueFrom = at + 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        endChild(at);
        open.pop();
        expectsKey = false;
        break;
    }
  }
  return { children, repeated };

  function endChild(at: number): void {
    if (open.length !== 1) return;
    const isObject = open[0] !== null;
    const value = text.slice(valueFrom, at).trim();
    // An empty object or array has no child to end.
    if (value !== '' && !(isObject && key === null)) children.push({ key, text: value });
    key = null;
  }
}

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
