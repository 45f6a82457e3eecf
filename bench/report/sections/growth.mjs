import { createFigures } from '../../decide/report/figures.mjs';
import { table, times } from '../../decide/report/format.mjs';
import { lineChart } from '../charts/line-chart.mjs';
import { machine } from '../machine.mjs';

const STREAMS = ['none', 'last', 'early', 'mixed'];
/** M4, at the largest size. */
const LIMITS = { none: 2, mixed: 2.5, early: 2.5 };

/** What more rules cost the gate itself. */
export function growthSection(results) {
  const figures = createFigures(results);
  const [first, ...sizes] = results.options.sizes;
  const lines = STREAMS.map((stream) => ({
    name: stream,
    label: LIMITS[stream] === undefined ? stream : `${stream} (≤ ${LIMITS[stream]}x)`,
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
      `${machine(results)}. The gate against itself at every size, all in the same rounds. \`none\` matches no rule, \`early\` and \`last\` are decided in the first and last hundredth of the list, \`mixed\` is what a day looks like.`,
      table(
        [`${first} rules to`, ...sizes.map((size) => size.toLocaleString('en-US'))],
        STREAMS.map((stream) => [stream, ...sizes.map((size) => times(figures.growth(first, size, stream)))]),
      ),
    ],
  };
}
