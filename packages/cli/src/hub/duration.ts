const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `90d`, `12h`; null for anything else. */
export function durationMs(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (UNITS[unit] as number);
}
