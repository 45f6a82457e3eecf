import { redactValue } from '../redact/redact-value.ts';
import { strikeOut } from '../redact/strike-out.ts';
import { capJson } from './cap-json.ts';

export const MAX_BYTES_BESIDE: number = 4 * 1024;

/** Of what stands beside the input: redacted by itself, without the secrets of the input, and capped. */
export function safeJson(value: string | object, secrets: readonly string[]): string {
  return capJson(strikeOut(redactValue(value).value, secrets), MAX_BYTES_BESIDE).json;
}
