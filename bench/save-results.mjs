import { mkdirSync, writeFileSync } from 'node:fs';

const RESULTS = new URL('./results/', import.meta.url);

/** The figures for `npm run bench -- report`, and the suite's own page beside them. */
export function saveResults(suite, figures, page) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(`${suite}.json`, RESULTS), `${JSON.stringify(figures)}\n`);
  writeFileSync(new URL(`${suite}.md`, RESULTS), page);
}

/** Figures are dated: the machine, and node, change. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}
