import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { saveResults, today } from '../save-results.mjs';

export const HELP = `analysis    how long it takes to take everyday command lines apart
  --base DIR    a built checkout to compare with, line by line in the same process`;

const ROOT = resolve(import.meta.dirname, '../..');
const LINES = 'packages/gate/test/judge/everyday-lines.json';
const ANALYSER = 'packages/calls/dist/shell/analyse-command-line.js';
const ROUNDS = 15;
const RUNS = 10;

export async function run(argv) {
  const { values } = parseArgs({ args: argv, options: { base: { type: 'string' }, quick: { type: 'boolean' } } });
  const { lines } = JSON.parse(readFileSync(resolve(ROOT, LINES), 'utf8'));
  const trees = [{ name: 'this tree', analyse: await analyserIn(ROOT) }];
  if (values.base !== undefined)
    trees.push({ name: commitOf(values.base), analyse: await analyserIn(resolve(values.base)) });

  for (const line of lines) for (const { analyse } of trees) for (let warm = 0; warm < 30; warm++) analyse(line);
  const best = trees.map(() => lines.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, line] of lines.entries()) {
      for (const [tree, { analyse }] of trees.entries()) {
        best[tree][at] = Math.min(
          best[tree][at],
          microseconds(() => analyse(line)),
        );
      }
    }
  }

  const figures = trees.map(({ name }, tree) => ({
    name,
    p50: quantile(best[tree], 0.5),
    p95: quantile(best[tree], 0.95),
  }));
  const rows = figures.map(({ name, p50, p95 }) => `| ${name} | ${p50.toFixed(1)} µs | ${p95.toFixed(1)} µs |`);
  const table = ['| | p50 | p95 |', '|---|--:|--:|', ...rows].join('\n');
  console.log(table);
  const page = `# Taking everyday lines apart\n\n\`npm run bench -- analysis --base DIR\`, ${today()}, ${lines.length} lines, best of ${ROUNDS} rounds a line.\n\n${table}\n`;
  if (values.base !== undefined) saveResults('analysis', { date: today(), figures }, page);
}

function commitOf(tree) {
  const args = ['-C', tree, 'log', '-1', '--format=commit %h of %cs'];
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

async function analyserIn(tree) {
  const file = resolve(tree, ANALYSER);
  if (!existsSync(file)) throw new Error(`${file} is missing; build that checkout first`);
  return (await import(pathToFileURL(file).href)).analyseCommandLine;
}

function microseconds(work) {
  const from = process.hrtime.bigint();
  for (let time = 0; time < RUNS; time++) work();
  return Number(process.hrtime.bigint() - from) / RUNS / 1000;
}

function quantile(values, share) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)];
}
