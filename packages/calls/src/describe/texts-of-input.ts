/** A text somewhere in the input of a tool, and its key: items of an array have the array's key. */
export type InputText = { readonly key: string; readonly text: string };

export type InputTexts = {
  readonly texts: readonly InputText[];
  /** There are more values than were examined. */
  readonly isCut: boolean;
};

/** The texts in an input of any shape, outer ones first. */
export function textsOfInput(input: unknown, mostValues: number): InputTexts {
  const waiting: { readonly key: string; readonly value: unknown }[] = [{ key: '', value: input }];
  const texts: InputText[] = [];
  let isCut = false;
  for (const { key, value } of waiting) {
    if (typeof value === 'string') texts.push({ key, text: value });
    if (typeof value !== 'object' || value === null) continue;
    const room = mostValues - waiting.length;
    const inside: readonly [string, unknown][] = Array.isArray(value)
      ? value.slice(0, room + 1).map((element) => [key, element])
      : Object.entries(value);
    for (const [name, inner] of inside.slice(0, room)) waiting.push({ key: name, value: inner });
    isCut ||= inside.length > room;
  }
  return { texts, isCut };
}

/** The path of a `file:` URL; any other text unchanged. */
export function withoutFileScheme(text: string): string {
  const path = /^file:\/\/(?:localhost(?=\/))?(.*)$/is.exec(text)?.[1];
  if (path === undefined) return text;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
