import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { GROWTH_STREAMS, generateCalls } from './generate-calls.mjs';
import { generateRules } from './generate-rules.mjs';

/** Rules and judged calls of one size, kept between runs: at 100 000 rules the oracle needs half a minute. */
export function prepareInputs(size) {
  const directory = new URL(`../results/tmp/inputs-${sourceHash()}/${size}/`, import.meta.url);
  if (existsSync(directory)) return directory;
  const rules = generateRules(size);
  const streams = generateCalls(rules, { perStream: size >= 100_000 ? 1000 : 2000 });

  const unfinished = new URL(`../${size}.unfinished-${process.pid}/`, directory);
  mkdirSync(unfinished, { recursive: true });
  writeLines(new URL('rules.jsonl', unfinished), rules);
  for (const stream of GROWTH_STREAMS) writeLines(new URL(`${stream}.jsonl`, unfinished), streams[stream]);
  renameSync(unfinished, directory);
  return directory;
}

export function readRules(directory) {
  return readLines(new URL('rules.jsonl', directory));
}

/** `{ calls, verdicts }`: what to decide, and what the oracle said. */
export function readStream(directory, stream) {
  const judged = readLines(new URL(`${stream}.jsonl`, directory));
  return { calls: judged.map(({ call }) => call), verdicts: judged.map(({ verdict }) => verdict) };
}

/** One rule at a time and none of them kept, so that what stays in memory is what the engine keeps. */
export function* streamRules(directory) {
  const file = openSync(new URL('rules.jsonl', directory));
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield JSON.parse(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
}

function writeLines(file, values) {
  writeFileSync(file, `${values.map((value) => JSON.stringify(value)).join('\n')}\n`);
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Inputs made by other sources than these are not these inputs. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of ['vocabulary', 'random', 'generate-rules', 'generate-calls', 'rule-text', 'oracle', 'inputs']) {
    hash.update(readFileSync(new URL(`${file}.mjs`, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 12);
}
