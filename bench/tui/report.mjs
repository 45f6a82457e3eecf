/** The results as a page: ratios and targets first. */
export function report({ node, cores, load, size, keys, paint, question }) {
  const ratio = median(paint.session.map((time, round) => time / paint.ink[round]));
  const slower = median(keys.letters) / median(keys.short);
  return `# The terminal, measured

Node ${node}, ${cores} cores, load average ${load.map((each) => each.toFixed(1)).join(' before and ')} after. Made by
\`npm run bench -- tui\`: the built program in a real terminal, read back from its screen. Where the load is above the number of
cores, times say more about the machine than about the program; the ratio is taken inside a round and stands.

| | target | found | |
| --- | ---: | ---: | ---: |
| start to first paint, of bare node and \`import('ink')\` | ≤ 2.00 × | ${ratio.toFixed(2)} × | ${met(ratio <= 2)} |
| a letter to the screen under a long transcript, of one under a short one, p50 | ≤ 1.20 × | ${slower.toFixed(2)} × | ${met(slower <= 1.2)} |
| a letter to the screen under a long transcript, p95 | ≤ 50 ms | ${ms(quantile(keys.letters, 0.95))} | ${met(quantile(keys.letters, 0.95) <= 50)} |
| a page up to the screen, p95 | ≤ 50 ms | ${ms(quantile(keys.pages, 0.95))} | ${met(quantile(keys.pages, 0.95) <= 50)} |
${questionRows(question)}

## From a key to the screen

At a typist's pace, the next key 60 ms after the last one was seen. "Long" is a transcript of ${size.lines.toLocaleString('en-US')} lines above the prompt.

| | keys | p50 | p95 | most |
| --- | ---: | ---: | ---: | ---: |
${keyRow('letters, one screen', keys.short)}
${keyRow('letters, long', keys.letters)}
${keyRow('page up, long', keys.pages)}

## From the start to the first paint

${size.rounds} rounds, medians.

| | ms |
| --- | ---: |
| node that prints a word | ${ms(median(paint.bare))} |
| node that imports ink and prints a word | ${ms(median(paint.ink))} |
| the session, until its prompt is drawn | ${ms(median(paint.session))} |
`;
}

/** A question that is left open, while a person thinks. */
function questionRows(question) {
  if (question === null) return '| a question left open | | not measured: there is no /proc | |';
  const { seconds, cpuShare, rssMb, grownMb, writtenBytes } = question;
  return [
    `| a question left open for ${seconds} s, share of a core | ≤ 1.00 % | ${(cpuShare * 100).toFixed(2)} % | ${met(cpuShare <= 0.01)} |`,
    `| the same, growth of its ${rssMb.toFixed(0)} MB | ≤ 5.0 MB | ${grownMb.toFixed(1)} MB | ${met(grownMb <= 5)} |`,
    `| the same, written to the terminal | 0 bytes | ${writtenBytes} bytes | ${met(writtenBytes === 0)} |`,
  ].join('\n');
}

function keyRow(name, times) {
  return `| ${name} | ${times.length} | ${ms(median(times))} | ${ms(quantile(times, 0.95))} | ${ms(Math.max(...times))} |`;
}

function quantile(times, part) {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const median = (times) => quantile(times, 0.5);
const ms = (time) => `${time.toFixed(1)} ms`;
const met = (isMet) => (isMet ? 'met' : '**missed**');
