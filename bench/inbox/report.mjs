/** The results as a page: ratios first, because only they carry over to another machine. */
export function report({ node, cores, load, rounds, questions, rows, times, decisions, views, page }) {
  const busy =
    load > cores / 2 ? `\n**The machine was busy (load ${load.toFixed(1)}), so run it again on a quiet one.**\n` : '';
  return `# The inbox, measured

Node ${node}, ${cores} cores, ${rounds} rounds, ${questions} questions. Made by \`npm run bench -- inbox\`.
${busy}
## A hook that starts no Node

From the start of a process to its end, with the call on a pipe and \`caliban serve\` running. Every contestant runs once per round. What it
costs to start anything at all (\`true\`) is taken off; ratios are to \`node -e 0\` inside a round, then the median.

${table(
  ['', 'of node -e 0', 'target', '', 'ms', 'best ms'],
  rows.map(({ name, ratio, target, milliseconds, best }) => [
    name,
    `${ratio.toFixed(2)} ×`,
    target === undefined ? '' : `≤ ${target.toFixed(2)}`,
    target === undefined ? '' : ratio <= target ? 'met' : '**missed**',
    milliseconds.toFixed(1),
    best.toFixed(1),
  ]),
)}

## A question

${table(
  ['', 'p50 ms', 'p95 ms', 'most ms', 'target', ''],
  [
    ['from the agent to the inbox', ...figuresOf(times.asked), '', ''],
    [
      'from the click to the agent, which has claimed it',
      ...figuresOf(times.answered),
      '≤ 150',
      times.answered.p95 <= 150 ? 'met' : '**missed**',
    ],
  ],
)}
${page === null ? '' : pageSection({ decisions, views, page })}`;
}

function pageSection({ decisions, views, page: { first, again } }) {
  const target = ({ p95 }) => ['≤ 300', p95 <= 300 ? 'met' : '**missed**'];
  return `
## The page

${views} times in a browser, with four open questions and ${decisions.toLocaleString('en-US')} decisions in the log. Times are from the request of the
page. "First" is a server that has just started; "again" is the next tab, while the server reads the log.

${table(
  ['', 'p50 ms', 'p95 ms', 'most ms', 'target', ''],
  [
    ['first: the questions are drawn', ...figuresOf(first.view), ...target(first.view)],
    ['first: something is drawn', ...figuresOf(first.paint), '', ''],
    ['first: the server answers with the questions', ...figuresOf(first.server), '', ''],
    ['again: the questions are drawn', ...figuresOf(again.view), ...target(again.view)],
    ['again: something is drawn', ...figuresOf(again.paint), '', ''],
    ['again: the server answers with the questions', ...figuresOf(again.server), '', ''],
  ],
)}
`;
}

function figuresOf({ p50, p95, max }) {
  return [p50, p95, max].map((time) => time.toFixed(1));
}

function table(head, rows) {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
