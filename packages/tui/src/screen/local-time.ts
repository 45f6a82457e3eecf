/** `today 14:02`, `yesterday 09:30`, `Tue 14:02`, else `2026-11-03 14:02`: local time, as short as possible. */
export function localTime(time: Date, now: Date): string {
  if (Number.isNaN(time.getTime())) return 'at an unknown time';
  const clock = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  if (days > 1 && days < 7) return `${WEEKDAYS[time.getDay()]} ${clock}`;
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())} ${clock}`;
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
