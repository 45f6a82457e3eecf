/** The results as a page: targets first. */
export function report(figures) {
  const { node, cores, size, logLines, calls } = figures;
  return `# A session, measured

Node ${node}, ${cores} cores. Made by \`node bench/agent/run.mjs\`: one session of the built program, ${whole(size.turns)} turns of a
scripted model with a call each, ${whole(size.rules)} rules in the user's file of which none matches, so that every call passes them all.
Times are wall-clock times on a machine with other work to do.

## Targets

${table(['', 'target', 'found', ''], targets(figures))}

## A call, and the gate's share of it

Whole call: parsed, described, judged, logged, run. Gate: judged, filtered by the mode, logged. Deciding: the gate without its log
line, as the log itself says (\`took_us\`).

${toolTable(figures)}

${whole(logLines)} log lines for ${whole(calls)} calls.
`;
}

export function targets({ size, deciding, gate, bareWrite, calls, logLines, failed, heap, said }) {
  return [
    under1('deciding', deciding),
    under1('deciding and its log line', gate),
    ['a bare write of such a line', '', quantiles(bareWrite), ''],
    ['one log line for each call', '0 missing', String(calls - logLines), met(calls === logLines)],
    ['calls that went wrong', '0', String(failed), met(failed === 0)],
    [
      `heap from turn ${size.turns / 10} to ${whole(size.turns)}`,
      `the ${fixed(said, 1)} MiB that were said, and ≤ 2 MiB`,
      `${fixed(heap.early, 1)} → ${fixed(heap.late, 1)} MiB`,
      met(heap.late - heap.early <= said + 2),
    ],
  ];
}

export function toolTable({ tools }) {
  return table(
    [
      'tool',
      'calls',
      'whole call p50, ms',
      'gate p50, ms',
      'gate p99, ms',
      'deciding p50, µs',
      'deciding p99, µs',
      'share of the gate',
    ],
    tools.map((row) => [
      row.tool,
      row.calls,
      fixed(row.whole.p50, 2),
      fixed(row.gate.p50, 3),
      fixed(row.gate.p99, 3),
      Math.round(row.deciding.p50 * 1000),
      Math.round(row.deciding.p99 * 1000),
      `${fixed(row.share * 100, 1)} %`,
    ]),
  );
}

function under1(name, milliseconds) {
  return [name, 'p99 < 1 ms', quantiles(milliseconds), met(milliseconds.p99 < 1)];
}

function quantiles({ p50, p99 }) {
  return `p50 ${fixed(p50, 3)} ms, p99 ${fixed(p99, 3)} ms`;
}

const met = (isMet) => (isMet ? 'met' : '**missed**');
const fixed = (number, digits) => number.toFixed(digits);
const whole = (number) => Math.round(number).toLocaleString('en-US');

function table(head, rows) {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
