import { createFigures } from '../../decide/report/figures.mjs';
import { table, times } from '../../decide/report/format.mjs';
import { lineChart } from '../charts/line-chart.mjs';
import { machine } from '../machine.mjs';
import { linesOf, tickTime } from './decide.mjs';

/** From rules to something that can decide. */
export function loadSection(results) {
  const figures = createFigures(results);
  const { sizes } = results.options;
  const engines = [...new Set(results.players.map(({ engine }) => engine))].filter((engine) =>
    sizes.some((size) => figures.load(engine, size) !== undefined),
  );
  const rows = engines.map((engine) => [
    engine,
    ...sizes.map((size) => times(figures.loadRatio(engine, 'regexp-list', size))),
  ]);
  return {
    title: 'Load',
    charts: [
      {
        file: 'load.svg',
        alt: 'time to load rules over rule counts, for caliban and its peers',
        svg: lineChart({
          title: 'Load, cold, in a fresh process',
          unit: 'both axes are logarithmic; lower is better',
          lines: linesOf(engines, sizes, (engine, size) => inNanoseconds(figures.load(engine, size))),
          showTick: tickTime,
        }),
      },
    ],
    text: [
      `${machine(results)}. From a list of patterns to something that can decide, before anything is warm; median of fresh processes. A hook does not pay this: it reads a packed policy (see the cold start). Times of \`regexp-list\` (ratio inside a round, then the median):`,
      table(['engine', ...sizes.map((size) => size.toLocaleString('en-US'))], rows),
    ],
  };
}

function inNanoseconds(milliseconds) {
  return milliseconds === undefined ? undefined : milliseconds * 1e6;
}
