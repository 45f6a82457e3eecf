/** Quotes a text as `JSON.stringify` does. Most texts need no escapes, and checking for that is faster than `JSON.stringify`. */
export function quoted(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;
