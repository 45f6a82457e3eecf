/** A lone surrogate is valid in JavaScript and JSON but refused by providers: one would block the conversation for good. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** The same for all texts of a JSON value; parts that are nested too deep to be serialised are left out. */
export function wellFormedJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[nested too deep]';
  if (Array.isArray(value)) return value.map((item) => wellFormedJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), wellFormedJson(item, depth + 1)]),
  );
}

const MAX_DEPTH = 100;
