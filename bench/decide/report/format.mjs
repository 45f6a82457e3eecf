export function time(nanoseconds) {
  if (nanoseconds === undefined || Number.isNaN(nanoseconds)) return '-';
  if (nanoseconds < 1e3) return `${digits(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${digits(nanoseconds / 1e3)} µs`;
  if (nanoseconds < 1e9) return `${digits(nanoseconds / 1e6)} ms`;
  return `${digits(nanoseconds / 1e9)} s`;
}

export function times(ratio) {
  return ratio === undefined || Number.isNaN(ratio) ? '-' : `${digits(ratio)}x`;
}

export function megabytes(bytes) {
  return `${digits(Math.max(0, bytes) / 1e6)} MB`;
}

/** A markdown table; the first column is text, the others are numbers. */
export function table(header, rows) {
  return lines(
    header,
    header.map((_, column) => (column === 0 ? '---' : '---:')),
    ...rows,
  );
}

export function textTable(header, rows) {
  return lines(
    header,
    header.map(() => '---'),
    ...rows,
  );
}

function lines(...rows) {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Three digits that count. */
function digits(number) {
  if (number >= 1000) return Math.round(number).toLocaleString('en-US');
  if (number >= 100) return number.toFixed(0);
  return number >= 10 ? number.toFixed(1) : number.toFixed(2);
}
