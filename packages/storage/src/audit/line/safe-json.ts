import { redactValue } from '../redact/redact-value.ts';
import { strikeOut } from '../redact/strike-out.ts';
import { capJson } from './cap-json.ts';

export const MAX_BYTES_BESIDE: number = 4 * 1024;

/** JSON of a field other than the input: redacted, with the input's secrets removed, and capped. */
export function safeJson(value: string | object, secrets: readonly string[]): string {
  return capJson(strikeOut(redactValue(value).value, secrets), MAX_BYTES_BESIDE).json;
}
