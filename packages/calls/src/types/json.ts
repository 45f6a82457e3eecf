/** What JSON calls an object: neither null nor a list. Nothing about its members is known. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
