import { textTable } from '../decide/report/format.mjs';

/** The suite's own page, and what `bench/report` shows of it. */
export function report(figures) {
  return `${['# One confined command', ...paragraphs(figures)].join('\n\n')}\n`;
}

export function paragraphs({ date, node, cores, rounds, load, rows }) {
  const busy =
    load > cores / 2
      ? ` Others worked on the machine (load ${load.toFixed(0)} on ${cores} cores), so this has to be repeated on a quiet one.`
      : '';
  const table = rows.map(({ name, median, p90, ratio, missing }) =>
    missing === undefined ? [name, median.toFixed(1), p90.toFixed(1), `${ratio.toFixed(1)}x`] : [name, '', '', missing],
  );
  return [
    `Measured ${date} on ${cores} cores, Node ${node}, ${rounds} rounds, each way once a round in random order.${busy}`,
    'From a resident process: the time to work out the profile and the arguments is part of it.',
    textTable(['way', 'median ms', 'p90 ms', 'of `bash -c true`'], table),
  ];
}

/** X1 */
export function targets({ rows, load }) {
  return rows
    .filter(({ target, ratio }) => target !== undefined && ratio !== undefined)
    .map(({ name, target, ratio }) => ({
      id: 'X1',
      wanted: `one confined command, ${name}: ≤ ${target.toFixed(1)} of \`bash -c true\``,
      state: ratio <= target ? 'met' : 'missed',
      found: `${ratio.toFixed(2)}x, at a load of ${load.toFixed(0)}`,
    }));
}
