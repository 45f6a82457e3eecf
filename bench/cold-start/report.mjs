/** The results as a page: ratios first, because only they carry over to another machine. */
export function report({ node, cores, rounds, rows }) {
  return `# Starting, measured

Node ${node}, ${cores} cores, ${rounds} rounds. Made by \`npm run bench -- cold-start\`. From the start of a process until it has printed its
verdict, and until it has ended; with standard input from a file and \`NODE_EXTRA_CA_CERTS\` unset; hooks with the words \`install\` writes for a user. What it costs to start anything at all (\`true\`) is taken off;
ratios are to \`node -e 0\` inside a round, then the median over the rounds. What each prints is looked at every time: hooks and
\`perms test\` have to say what the rule files say. A first run prints before it packs the rules for the next. The last rows are others that decide one call in one process, with as much of the
same rules as they can express; what is not installed is not there.

${table(
  ['', 'printed, of node -e 0', 'target', '', 'ms', 'ended'],
  rows.map(({ name, ratio, ended, target, milliseconds, of }) => [
    name,
    `${ratio.toFixed(2)} ×${of === undefined ? '' : ' of the row above'}`,
    target === undefined ? '' : `≤ ${target.toFixed(2)}`,
    target === undefined ? '' : ratio <= target ? 'met' : '**missed**',
    milliseconds.toFixed(1),
    `${ended.toFixed(2)} ×`,
  ]),
)}
`;
}

function table(head, rows) {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
