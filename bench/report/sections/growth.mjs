import { GROWTH_STREAMS } from '../../decide/generate-calls.mjs';
import { createFigures } from '../../decide/report/figures.mjs';
import { table, times } from '../../decide/report/format.mjs';
import { lineChart } from '../charts/line-chart.mjs';
import { machine } from '../machine.mjs';

/** M4, at ten thousand rules. */
const LIMITS = { none: 3, mixed: 3, same: 3 };

/** What more rules cost the gate itself. */
export function growthSection(results) {
  const figures = createFigures(results);
  const [first, ...sizes] = results.options.sizes;
  const streams = GROWTH_STREAMS.filter((stream) => figures.growth(first, sizes.at(-1), stream) !== undefined);
  const lines = streams.map((stream) => ({
    name: stream,
    label: LIMITS[stream] === undefined ? stream : `${stream} (≤ ${LIMITS[stream]}x at 10,000)`,
    points: [[first, 1], ...sizes.map((size) => [size, figures.growth(first, size, stream)])],
  }));
  return {
    title: 'Growth',
    charts: [
      {
        file: 'growth.svg',
        alt: `time per decision of caliban from ${first} to ${sizes.at(-1)} rules, as a multiple of ${first} rules`,
        svg: lineChart({
          title: `Time per decision of caliban, ${first} rules = 1`,
          unit: 'lower is better; dashed: the targets',
          lines,
          limits: [...new Set(Object.values(LIMITS))],
          isLinear: true,
          showTick: (tick) => `${tick}x`,
        }),
      },
    ],
    text: [
      `${machine(results)}. The gate against itself at every size, all in the same rounds. \`none\` matches no rule, \`early\` and \`last\` are decided in the first and last hundredth of the list, \`mixed\` is what a day looks like. The first hundredth of ten rules is a single \`~\`, so an early hit is compared by \`same\`: the same calls at every size, decided by the ten rules every list starts with.`,
      table(
        [`${first} rules to`, ...sizes.map((size) => size.toLocaleString('en-US'))],
        streams.map((stream) => [stream, ...sizes.map((size) => times(figures.growth(first, size, stream)))]),
      ),
    ],
  };
}
