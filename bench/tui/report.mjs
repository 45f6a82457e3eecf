/** The results as a page: ratios and targets first. */
export function report(results) {
  const { node, cores, load, size, keys, paint, idle } = results;
  return `# The terminal, measured

Node ${node}, ${cores} cores, load average ${load.map((each) => each.toFixed(1)).join(' before and ')} after. Made by
\`npm run bench -- tui\`: the built program in a real terminal, read back from its screen. Where the load is above the number of
cores, times say more about the machine than about the program; the ratio is taken inside a round and is comparable.

| | target | found | |
| --- | ---: | ---: | ---: |
${rowsOf(results)
  .map(([what, wanted, found, isMet]) => `| ${what} | ${wanted} | ${found} | ${isMet ? 'met' : '**missed**'} |`)
  .join('\n')}

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

## While it waits

${idleTable(idle)}
`;
}

/** What is wanted and what was found, for the page about all suites. */
export function targets(results) {
  return rowsOf(results).map(([what, wanted, found, isMet]) => ({
    id: 'T1',
    wanted: `terminal, ${what}: ${wanted}`,
    state: isMet ? 'met' : 'missed',
    found,
  }));
}

function rowsOf({ keys, paint, idle }) {
  const ratio = median(paint.session.map((time, round) => time / paint.ink[round]));
  const slower = median(keys.letters) / median(keys.short);
  const [letter, page] = [quantile(keys.letters, 0.95), quantile(keys.pages, 0.95)];
  return [
    ["start to first paint, of bare node and `import('ink')`", '≤ 2.00 ×', `${ratio.toFixed(2)} ×`, ratio <= 2],
    [
      'a letter to the screen under a long transcript, of one under a short one, p50',
      '≤ 1.20 ×',
      `${slower.toFixed(2)} ×`,
      slower <= 1.2,
    ],
    ['a letter to the screen under a long transcript, p95', '≤ 50 ms', ms(letter), letter <= 50],
    ['a page up to the screen, p95', '≤ 50 ms', ms(page), page <= 50],
    ...(idle === null ? [] : idle.rows.map(idleRow)),
  ];
}

function idleRow({ name, cpuShare }) {
  return [`${name}, share of a core`, '< 1 %', `${(cpuShare * 100).toFixed(2)} %`, cpuShare < 0.01];
}

/** A session that waits, for a person or for a program. */
function idleTable(idle) {
  if (idle === null) return 'Not measured: there is no /proc.';
  const rows = idle.rows.map(
    ({ name, cpuShare, rssMb, grownMb, writtenBytes }) =>
      `| ${name} | ${(cpuShare * 100).toFixed(2)} % | ${rssMb.toFixed(0)} MB | ${grownMb.toFixed(1)} MB | ${writtenBytes} |`,
  );
  return `Each for ${idle.seconds} seconds.

| | of a core | memory | growth | bytes written |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
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
