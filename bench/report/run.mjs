import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { reportFiles } from './page.mjs';

export const HELP = `report [--check]     docs/benchmarks.md and its charts, from the saved results
                     --check writes nothing and fails when they are not those of the saved results`;

const RESULTS = new URL('../results/', import.meta.url);
const DOCS = new URL('../../docs/', import.meta.url);

export async function run(argv) {
  const { values } = parseArgs({
    args: argv,
    options: { check: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
  });
  // A quick run saves nothing to tell of.
  if (values.quick) return;
  const files = reportFiles({
    decide: saved('decide'),
    coldStart: saved('cold-start'),
    nodes: saved('nodes'),
    audit: saved('audit'),
    agent: saved('agent'),
    sandbox: saved('sandbox'),
    hub: saved('hub'),
    tui: saved('tui'),
  });
  if (values.check) check(files);
  else write(files);
}

/** A suite that was never run is left out. */
function saved(suite) {
  const file = new URL(`${suite}.json`, RESULTS);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function write(files) {
  mkdirSync(new URL('charts/', DOCS), { recursive: true });
  for (const name of forgotten(files)) rmSync(new URL(name, DOCS));
  for (const [name, content] of files) writeFileSync(new URL(name, DOCS), content);
  console.error(`report: docs/benchmarks.md and ${files.size - 1} charts are written`);
}

function check(files) {
  const stale = [...files].filter(([name, content]) => read(name) !== content).map(([name]) => name);
  const wrong = [...stale, ...forgotten(files)];
  for (const name of wrong)
    console.error(`docs/${name} is not what the saved results say; run \`npm run bench -- report\``);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Charts that nothing draws any more. */
function forgotten(files) {
  const charts = new URL('charts/', DOCS);
  const names = existsSync(charts) ? readdirSync(charts).map((name) => `charts/${name}`) : [];
  return names.filter((name) => name.endsWith('.svg') && !files.has(name));
}

function read(name) {
  const file = new URL(name, DOCS);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run(process.argv.slice(2));
}
