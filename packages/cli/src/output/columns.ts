/** Rows as text, each column as wide as its widest cell; much wider cells overflow instead. */
export function inColumns(rows: readonly (readonly string[])[], widest = 48): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length).filter((length) => length <= widest), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
