import { table } from '../../decide/report/format.mjs';
import { barChart } from '../charts/bar-chart.mjs';
import { machine } from '../machine.mjs';

/** What is taken off everybody has no length of its own. */
const SPAWNING = 'true';

/** From the start of a process to its verdict, as a multiple of a bare node. */
export function coldStartSection(results) {
  const rows = results.rows.filter(({ name }) => name !== SPAWNING);
  const toBareNode = rows.filter(({ of }) => of === undefined);
  return {
    title: 'Cold start',
    charts: [
      {
        file: 'cold-start.svg',
        alt: 'start to verdict of hooks and perms test as a multiple of a bare node, with the target of each',
        svg: barChart({
          title: 'Start of a process to its verdict, node -e 0 = 1',
          unit: 'lower is better; the mark across a bar is its target',
          rows: toBareNode.map(({ name, ratio, target }) => ({
            name: name.replaceAll('`', ''),
            value: ratio,
            limit: target,
            shown: `${ratio.toFixed(2)}x${target !== undefined && ratio > target ? ` ✗ (≤ ${target.toFixed(2)})` : ''}`,
            isOwn: !name.startsWith('node'),
          })),
        }),
      },
    ],
    text: [
      `${machine(results)}, ${results.rounds} rounds. \`caliban hook\` is a process for every call of another agent, started with the words \`caliban install\` writes for a user. Timed until its verdict is printed, and until it has ended; a first run prints before it packs the rules for the next. Standard input from a file, \`NODE_EXTRA_CA_CERTS\` unset; what it costs to start anything at all (\`true\`) is taken off; ratios to \`node -e 0\` inside a round, then the median.`,
      table(
        ['', 'printed, of `node -e 0`', 'target', '', 'ended'],
        rows.map(({ name, ratio, ended, target, of }) => [
          name,
          `${ratio.toFixed(2)}x${of === undefined ? '' : ' of the row above'}`,
          target === undefined ? '' : `≤ ${target.toFixed(2)}`,
          target === undefined ? '' : ratio <= target ? 'met' : '**missed**',
          `${ended.toFixed(2)}x`,
        ]),
      ),
    ],
  };
}
