import { canonicalJson } from '@caliban/calls/text';
import { redactValue } from '../redact/redact-value.ts';
import { strikeOut } from '../redact/strike-out.ts';
import { capJson } from './cap-json.ts';
import { plainJson } from './plain-json.ts';
import { sha256 } from './sha256.ts';

export type LoggedInput = {
  readonly json: string;
  readonly cut: boolean;
  /** Hash of the whole original input; null if it isn't JSON. */
  readonly sha256: string | null;
  readonly secrets: readonly string[];
};

/** A tool's input as it is written to the log. */
export function loggedInput(input: unknown): LoggedInput {
  const plain = plainJson(input, MAX_BYTES);
  if (plain !== null) return { json: plain.json, cut: false, sha256: sha256(plain.canonical), secrets: NONE };
  const { value, secrets, cut } = redactValue(input);
  const capped = capJson(strikeOut(value, secrets), MAX_BYTES);
  return { json: capped.json, cut: cut || capped.cut, sha256: inputHash(input), secrets };
}

const MAX_BYTES = 8 * 1024;
const NONE: readonly string[] = [];

function inputHash(input: unknown): string | null {
  const canonical = canonicalJson(input);
  return canonical.ok ? sha256(canonical.value) : null;
}
