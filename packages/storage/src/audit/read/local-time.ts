/** A logged time for people: local, `2026-11-15 09:30:00`, or without seconds. Returns the text unchanged if it isn't a time. */
export function localTime(ts: string, precision: 'seconds' | 'minutes' = 'seconds'): string {
  const time = new Date(ts);
  if (Number.isNaN(time.getTime())) return ts;
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  const clock = [two(time.getHours()), two(time.getMinutes())];
  return `${day} ${[...clock, ...(precision === 'seconds' ? [two(time.getSeconds())] : [])].join(':')}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
