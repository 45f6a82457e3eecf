/** As `JSON.stringify` writes a text. Most texts need no escapes, and finding that out is quicker than writing them. */
export function quoted(text: string): string {
  return NEEDS_ESCAPES.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;
