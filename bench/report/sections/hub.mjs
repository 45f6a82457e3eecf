import { paragraphs } from '../../hub/report.mjs';
import { lineChart } from '../charts/line-chart.mjs';

export function hubSection(figures) {
  const { growth } = figures;
  const line = (name, key) => ({ name, label: name, points: growth.map((row) => [row.size, row[key]]) });
  return {
    title: 'A hub on PostgreSQL',
    text: paragraphs(figures),
    charts: [
      {
        file: 'hub.svg',
        alt: `milliseconds from an answer to the agent that waits for it, with ${growth[0].size} to ${growth.at(-1).size} waiting agents`,
        svg: lineChart({
          title: 'From the click to the agent, by the number of waiting agents',
          unit: 'milliseconds, lower is better',
          lines: [line('p50', 'p50'), line('p95', 'p95')],
          limits: [],
          isLinear: true,
          showTick: (tick) => `${tick} ms`,
        }),
      },
    ],
  };
}
