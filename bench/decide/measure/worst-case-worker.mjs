/** Star globs against one hostile text: the first decision on it, then the median of many. */
const [engineName, stars, length, rules] = process.argv.slice(2).map((text, at) => (at === 0 ? text : Number(text)));
const { engine } = await import(`../engines/${engineName}.mjs`);

const globs = rules === 1 ? [`${'*a'.repeat(stars - 1)}*b`] : Array.from({ length: rules }, manyGlobs);
const decide = await engine.load(globs.map((glob) => ({ pattern: `Bash:${glob}`, action: 'deny' })));
const call = { tool: 'Bash', input: { command: `${'a'.repeat(length - 2)}ba` } };

// A running gate has decided something before; what V8 does with code it never ran is not the matcher's time.
for (let time = 0; time < 200; time++) await decide({ tool: 'Bash', input: { command: `git status ${time}` } });

process.send('ready');
const times = [];
const until = performance.now() + 150;
do {
  const start = performance.now();
  if ((await decide(call)) !== -1) throw new Error('the hostile text must not match');
  times.push(performance.now() - start);
} while (performance.now() < until);
const [first] = times;
times.sort((left, right) => left - right);
process.send({ first, warm: times[times.length >> 1] });

/** Differ in how many `a` stand between the stars; all of them are in the text, and then `bb` is not, wherever one looks. */
function manyGlobs(_, index) {
  const runs = Array.from({ length: stars - 2 }, (_, place) => 1 + (Math.floor(index / 10 ** place) % 10));
  return `${runs.map((run) => `*${'a'.repeat(run)}`).join('')}*bb*`;
}
