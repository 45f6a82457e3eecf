import type { Result } from '@caliban/calls';
import { type JsonNode, readJsonc } from '@caliban/calls/text';
import { fail } from '@caliban/calls/types';

/** Comments and trailing commas are allowed. */
export function readJsonText(text: string): Result<JsonNode, string> {
  const read = readJsonc(text);
  if (read.ok) return read;
  const before = text.slice(0, read.error.offset).split('\n');
  return fail(`line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${read.error.message}`);
}
