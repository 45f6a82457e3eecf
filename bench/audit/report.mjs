/** The results as a page: targets first, because only ratios carry over to another machine. */
export function report(results) {
  const { node, cores, append, decision, firstLine, manyWriters, redaction, read } = results;
  return `# The decision log, measured

Node ${node}, ${cores} cores. Made by \`npm run bench -- audit\`. Times are processor
time unless they say otherwise; ratios are taken inside a round and are medians over rounds.

## Targets

${table(['', 'target', 'found', ''], targets(results))}

## One line, one process

${table(
  ['way', 'µs a line', 'of writeSync'],
  append.map(({ name, nanoseconds, ratio }) => [name, fixed(nanoseconds / 1000, 2), times(ratio)]),
)}

## A decision with its line

${table(
  ['way', 'µs', 'of judge + writeSync'],
  decision.map(({ name, nanoseconds, ratio }) => [name, fixed(nanoseconds / 1000, 2), times(ratio)]),
)}

## A process that writes one line

The modules as they are compiled, one by one; the shipped hook has them in one file with its bytecode and loads them sooner.

${table(
  ['step', 'µs', 'at least'],
  firstLine.map((row) => [row.name, whole(row.microseconds), whole(row.atLeast)]),
)}

## Eight processes on one log

${table(
  ['way', 'lines/s, all together', 'files', 'lost', 'twice', 'torn'],
  manyWriters.map((row) => [row.name, whole(row.perSecond), row.files, row.lost, row.twice, row.torn]),
)}

## Redaction of texts made to be slow

${table(
  ['text', 'ms', 'ns a character', '16 times the text costs'],
  redaction.map((row) => [row.name, fixed(row.milliseconds, 1), fixed(row.perCharacter, 1), times(row.growth)]),
)}

## Reading ${whole(read.lines)} lines (${whole(read.megabytes)} MiB), from the start of the process to its end

${table(
  ['what', 'ms', 'lines', 'peak memory, MiB'],
  read.rows.map((row) => [
    row.name,
    whole(row.milliseconds),
    whole(row.lines),
    row.peakMegabytes === null ? '' : whole(row.peakMegabytes),
  ]),
)}
`;
}

export function targets({ append, decision, manyWriters, redaction, read }) {
  const speed = 1 / append[1].ratio;
  const bad = manyWriters.reduce((sum, { lost, twice, torn }) => sum + lost + twice + torn, 0);
  const audited = decision[2].ratio;
  const [bare, first] = read.rows;
  const late = first.milliseconds - bare.milliseconds;
  const peak = Math.max(...read.rows.map(({ peakMegabytes }) => peakMegabytes ?? 0));
  const growth = Math.max(...redaction.map((row) => row.growth));
  return [
    ['A1', 'appending ≥ 0.9 × the speed of writeSync', times(speed), met(speed >= 0.9)],
    ['A1', 'nothing lost, twice or torn with 8 writers', String(bad), met(bad === 0)],
    ['A3', 'a decision with its line ≤ 1.3 × (judge + writeSync)', times(audited), met(audited <= 1.3)],
    ['', 'first line within a second of bare node', `${whole(late)} ms later`, met(late < 1000)],
    ['', 'constant memory while reading (under 200 MiB)', `${whole(peak)} MiB`, met(peak < 200)],
    ['', 'redaction is linear (16 times the text ≤ 40 times the time)', times(growth), met(growth <= 40)],
  ];
}

const met = (isMet) => (isMet ? 'met' : '**missed**');
const fixed = (number, digits) => number.toFixed(digits);
const whole = (number) => Math.round(number).toLocaleString('en-US');
const times = (ratio) => `${ratio.toFixed(2)} ×`;

function table(head, rows) {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
