import { createFigures } from '../../decide/report/figures.mjs';
import { table, time, times } from '../../decide/report/format.mjs';
import { lineChart } from '../charts/line-chart.mjs';
import { machine } from '../machine.mjs';

const FLOORS = ['bare-call', 'map-startswith'];
/** Its shell analysis is more than the others do; it has a table of its own. */
const WHOLE_GATE = 'caliban-judge';

const STREAMS = { none: 'no rule matches', mixed: 'mixed: 70 % hits anywhere, 30 % none' };

/** A decision by rule count, beside the peers. */
export function decideSection(results) {
  const figures = createFigures(results);
  const { sizes } = results.options;
  const engines = [...new Set(results.turns.map(({ engine }) => engine))].sort(byTimeAt(figures, sizes));
  const charts = Object.entries(STREAMS).map(([stream, name]) => ({
    file: `decide-${stream}.svg`,
    alt: `time per decision over rule counts, ${name}, for caliban and its peers`,
    svg: lineChart({
      title: `Time per decision, ${name}`,
      unit: 'both axes are logarithmic; lower is better',
      lines: linesOf(engines, sizes, (engine, size) => figures.time(engine, size, stream)),
      showTick: tickTime,
    }),
  }));
  return {
    title: 'A decision, by the number of rules',
    charts,
    text: [
      `${machine(results)}. Rules and calls come from a fixed seed; every engine runs in its own process and gets turns of ${results.options.turnMilliseconds} ms in random order, ${results.options.rounds} rounds. Verdicts are held against an oracle that tries the rules one after the other. How each peer was fed, and every other table, is in [bench/results/decide.md](../bench/results/decide.md).`,
      'From a raw call to the rule that decides it, without shell analysis, which most peers do not have. Times of peers in times of caliban (engine / caliban inside a round, then the median):',
      ...Object.entries(STREAMS).flatMap(([stream, name]) => [
        `**${name}**`,
        ratioTable(figures, engines, sizes, stream),
      ]),
      `With the command taken apart and every part judged (\`caliban-judge\`), at ${results.shell.size.toLocaleString('en-US')} rules:`,
      shellTable(figures),
    ],
  };

  function ratioTable(figures, engines, sizes, stream) {
    const rows = engines.map((engine) => [
      FLOORS.includes(engine) ? `${engine} (a floor, decides nothing)` : engine,
      ...sizes.map((size) => times(figures.ratio(engine, 'caliban', size, stream))),
    ]);
    return table(['engine', ...sizes.map((size) => size.toLocaleString('en-US'))], rows);
  }
}

export function linesOf(engines, sizes, valueAt) {
  return engines
    .filter((engine) => !FLOORS.includes(engine) && engine !== WHOLE_GATE)
    .map((name) => ({
      name,
      points: sizes.map((size) => [size, valueAt(name, size)]).filter(([, value]) => value !== undefined),
    }))
    .filter(({ points }) => points.length > 0);
}

export function tickTime(nanoseconds) {
  return time(nanoseconds).replace(/\.0+ /, ' ');
}

function byTimeAt(figures, sizes) {
  const size = sizes.includes(10_000) ? 10_000 : sizes.at(-1);
  const at = (engine) => figures.time(engine, size, 'none') ?? Number.POSITIVE_INFINITY;
  return (one, other) => at(one) - at(other);
}

function shellTable(figures) {
  const titles = { plain: 'plain words', parts: 'three commands on a line', mixed: 'mixed' };
  const rows = Object.entries(titles).map(([stream, title]) => [
    title,
    times(figures.shellRatio('caliban-judge', 'caliban', stream)),
    time(figures.shellLatency('caliban-judge', stream).p50),
    time(figures.shellLatency('caliban-judge', stream).p99),
  ]);
  return table(['calls', 'of the index alone', 'p50', 'p99'], rows);
}
