import { table, times } from '../../decide/report/format.mjs';
import { barChart } from '../charts/bar-chart.mjs';
import { machine } from '../machine.mjs';

/** The decision log beside raw writes. */
export function logSection(results) {
  const { append, decision, manyWriters, read, size } = results;
  return {
    title: 'The decision log',
    charts: [
      {
        file: 'log.svg',
        alt: 'lines a second that one process appends, for raw writes and for the log',
        svg: barChart({
          title: 'Appending to the log, one process',
          unit: 'lines a second of processor time; higher is better',
          rows: append.map(({ name, nanoseconds, ratio }) => ({
            name,
            value: 1e9 / nanoseconds,
            shown: `${whole(1e9 / nanoseconds)} (${times(1 / ratio)})`,
            isOwn: isOurs(name),
          })),
        }),
      },
    ],
    text: [
      `${machine(results)}, ${size.rounds} rounds. A line is redacted, hashed, capped and appended by one write. Speed in speeds of a bare \`writeSync\` (ratio inside a round, then the median):`,
      table(
        ['one process', 'of writeSync', 'lines a second'],
        append.map(({ name, nanoseconds, ratio }) => [name, times(1 / ratio), whole(1e9 / nanoseconds)]),
      ),
      table(
        ['a decision with its line', 'time, of judge + writeSync'],
        decision.map(({ name, ratio }) => [name, times(ratio)]),
      ),
      table(
        ['eight processes on one log', 'lines a second', 'of writeSync', 'lost', 'twice', 'torn'],
        manyWriters.map(({ name, perSecond, lost, twice, torn }) => [
          name,
          whole(perSecond),
          times(perSecond / manyWriters[0].perSecond),
          ...[lost, twice, torn],
        ]),
      ),
      `Reading ${whole(read.lines)} lines (${whole(read.megabytes)} MiB), from the start of the process to its end:`,
      table(
        ['what', 'of a bare node', 'peak memory, MiB'],
        read.rows.map(({ name, milliseconds, peakMegabytes }) => [
          name,
          times(milliseconds / read.rows[0].milliseconds),
          peakMegabytes === null ? '' : whole(peakMegabytes),
        ]),
      ),
    ],
  };
}

function isOurs(name) {
  return name.startsWith('record') || name.startsWith('the log');
}

function whole(number) {
  return Math.round(number).toLocaleString('en-US');
}
