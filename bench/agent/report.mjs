/** The results as a page: targets first. */
export function report(results) {
  const { node, cores, size, log, calls } = results;
  return `# A session, measured

Node ${node}, ${cores} cores. Made by \`node bench/agent/run.mjs\`: one session of the built program, ${whole(size.turns)} turns of a
scripted model with a call each, ${whole(size.rules)} rules in the user's file of which none matches, so that every call passes them all.
Times are wall-clock times on a machine with other work to do.

## Targets

${table(['', 'target', 'found', ''], targets(results))}

## A call, and the gate's share of it

Whole call: parsed, described, judged, logged, run. Gate: judged, filtered by the mode, logged. Deciding: the gate without its log
line, as the log itself says (\`took_us\`).

${table(
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
  ['Read', 'Grep', 'Write', 'Bash'].map((tool) => row(tool, results)),
)}

${whole(log.length)} log lines for ${whole(calls.length)} calls.
`;
}

function row(tool, { gate, log, calls }) {
  const at = calls.flatMap((call, index) => (call.tool === tool ? [index] : []));
  const checks = at.map((index) => gate[index].check);
  const whole = at.map((index) => calls[index].milliseconds);
  const deciding = at.map((index) => log[index].took_us);
  const share = sum(checks) / sum(whole);
  return [
    tool,
    at.length,
    fixed(quantile(whole, 0.5), 2),
    fixed(quantile(checks, 0.5), 3),
    fixed(quantile(checks, 0.99), 3),
    Math.round(quantile(deciding, 0.5)),
    Math.round(quantile(deciding, 0.99)),
    `${fixed(share * 100, 1)} %`,
  ];
}

function targets({ size, gate, log, calls, heap, conversation }) {
  const [early, late] = [heap[size.turns / 10], heap[size.turns]];
  const growth = (late - early) / 2 ** 20;
  const spoken = (conversation * 0.9) / 2 ** 20;
  const deciding = log.map(({ took_us }) => took_us / 1000);
  const checks = gate.map(({ check }) => check);
  const bare = gate.map(({ bareWrite }) => bareWrite);
  const failed = calls.filter(({ end }) => end !== 'ok').length;
  return [
    under1('deciding', deciding),
    under1('deciding and its log line', checks),
    ['a bare write of such a line', '', quantiles(bare), ''],
    ['one log line for each call', '0 missing', String(calls.length - log.length), met(calls.length === log.length)],
    ['calls that went wrong', '0', String(failed), met(failed === 0)],
    [
      `heap from turn ${size.turns / 10} to ${whole(size.turns)}`,
      `the ${fixed(spoken, 1)} MiB that were said, and ≤ 2 MiB`,
      `${fixed(early / 2 ** 20, 1)} → ${fixed(late / 2 ** 20, 1)} MiB`,
      met(growth <= spoken + 2),
    ],
  ];
}

function under1(name, milliseconds) {
  return [name, 'p99 < 1 ms', quantiles(milliseconds), met(quantile(milliseconds, 0.99) < 1)];
}

function quantiles(milliseconds) {
  return `p50 ${fixed(quantile(milliseconds, 0.5), 3)} ms, p99 ${fixed(quantile(milliseconds, 0.99), 3)} ms`;
}

function quantile(numbers, part) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const met = (isMet) => (isMet ? 'met' : '**missed**');
const fixed = (number, digits) => number.toFixed(digits);
const whole = (number) => Math.round(number).toLocaleString('en-US');

function table(head, rows) {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
