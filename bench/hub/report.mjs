import { textTable } from '../decide/report/format.mjs';

/** The suite's own page, and what `bench/report` shows of it. */
export function report(figures) {
  return `${['# A hub on PostgreSQL', ...paragraphs(figures)].join('\n\n')}\n`;
}

export function paragraphs({ date, node, cores, load, postgres, flow, growth, log }) {
  const busy =
    load > cores / 2
      ? ` Others worked on the machine (load ${load.toFixed(0)} on ${cores} cores), so this has to be repeated on a quiet one.`
      : '';
  return [
    `Measured ${date} on ${cores} cores, Node ${node}, PostgreSQL ${postgres} that syncs every commit. One hub, the database and all the agents share the machine.${busy}`,
    textTable(
      ['what', 'per second'],
      [
        [`questions, ${flow.concurrency} agents at a time`, rate(flow.asks)],
        [`answers, ${flow.concurrency} at a time`, rate(flow.answers)],
        [
          `log lines of ${log.lineBytes} bytes, ${log.installs} installs in batches of ${log.batch}`,
          rate(log.perSecond),
        ],
        ...(log.countedPerSecond == null
          ? []
          : [['stored lines that are summed up for the page', rate(log.countedPerSecond)]]),
      ],
    ),
    textTable(
      ['agents that wait', 'click to agent, p50 ms', 'p95 ms', 'memory of the hub for each, KB'],
      growth.map(({ size, p50, p95, bytesPerAgent }) => [
        size.toLocaleString('en-US'),
        p50.toFixed(1),
        p95.toFixed(1),
        (bytesPerAgent / 1024).toFixed(1),
      ]),
    ),
  ];
}

/** I2 */
export function targets({ flow, growth, log, load }) {
  const most = growth.at(-1);
  const at = `at a load of ${load.toFixed(0)}`;
  const row = (wanted, isMet, found) => ({
    id: 'I2',
    wanted,
    state: isMet ? 'met' : 'missed',
    found: `${found}, ${at}`,
  });
  return [
    row('≥ 1,500 questions a second', flow.asks >= 1_500, rate(flow.asks)),
    row('≥ 1,500 answers a second', flow.answers >= 1_500, rate(flow.answers)),
    row(
      '10,000 agents wait',
      most.size >= 10_000,
      `${most.size.toLocaleString('en-US')}, p95 ${most.p95.toFixed(0)} ms`,
    ),
    row('≥ 20,000 log lines a second', log.perSecond >= 20_000, rate(log.perSecond)),
  ];
}

function rate(perSecond) {
  return Math.round(perSecond).toLocaleString('en-US');
}
