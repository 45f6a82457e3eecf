/** The delay from `retry-after-ms` or `retry-after`: seconds or a date. Null if neither is usable. */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, now: number = Date.now()): number | null {
  const milliseconds = positive(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds;
  const after = headers['retry-after'];
  const seconds = positive(after);
  if (seconds !== null) return seconds * 1000;
  const date = typeof after === 'string' ? Date.parse(after) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function positive(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,9}(\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}
