/** Like `toISOString`, which would first determine this machine's time zone. */
export function isoTime(milliseconds: number): string {
  const time = new Date(milliseconds);
  const year = time.getUTCFullYear();
  // Also for an invalid time, for which it throws.
  if (!(year >= 1000 && year <= 9999)) return time.toISOString();
  const date = `${year}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
  return `${date}T${clock}.${String(time.getUTCMilliseconds()).padStart(3, '0')}Z`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
