import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { findDuplicate, type JsonMap, mapJson } from './map-json.ts';
import type { Parsed, SyntaxProblem } from './parsed-text.ts';
import { LineTable, type Locate } from './places.ts';
import { quotedOffset } from './quoted-offset.ts';
import { isTable, kindOf } from './table.ts';

export function parseJson(text: string): Result<Parsed, SyntaxProblem> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return fail(syntaxProblem(text, error));
  }
  if (!isTable(document)) {
    return fail({ line: 1, column: 1, message: `the file has ${kindOf(document)}; write an object in \`{ }\`` });
  }
  const map = mapJson(text);
  if (map === null) return fail({ line: 1, column: 1, message: 'nested too deep; write fewer levels' });
  const duplicate = findDuplicate(map);
  if (duplicate === null) return ok({ table: document, locator: () => jsonLocator(text, map) });
  const place = new LineTable(text).placeOf(duplicate.offset);
  return fail({ ...place, message: `\`${duplicate.key}\` occurs twice; keep one of them` });
}

function syntaxProblem(text: string, error: unknown): SyntaxProblem {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  const place = new LineTable(text).placeOf(position === undefined ? text.length : Number(position));
  const problem = (message.split(/ in JSON at position|, "/, 1)[0] as string).replace(/^\w/, (letter) =>
    letter.toLowerCase(),
  );
  return { ...place, message: `not valid JSON: ${problem}; correct the text here` };
}

function jsonLocator(text: string, top: JsonMap): Locate {
  return ({ path, part, offset }) => {
    let found: JsonMap = top;
    for (const step of path) {
      const next = found.parts.get(step);
      if (next === undefined) return found.key;
      found = next;
    }
    if (part === 'key') return found.key;
    return offset === undefined ? found.start : found.start + quotedOffset(text.slice(found.start, found.end), offset);
  };
}
