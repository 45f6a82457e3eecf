// node packages/storage/test/bench/load-cost.mjs: what loading 10,000 rules costs beside a bare parse of the same text, each in
// fresh processes, in processor time. The bound is 3.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { parseRuleFile } from '../../dist/rules/parse-rule-file.js';

const ROUNDS = 9;

if (process.argv[2] === undefined) report();
else await measure(process.argv[2]);

function report() {
  const samples = { bare: [], rules: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const what of ['bare', 'rules']) {
      samples[what].push(
        Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), what], { encoding: 'utf8' })),
      );
    }
  }
  const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
  const [bare, rules] = [median(samples.bare), median(samples.rules)];
  console.log(`bare parse ${bare} ms, rules ${rules} ms, ratio ${(rules / bare).toFixed(2)} (bound 3)`);
  if (rules / bare >= 3) process.exitCode = 1;
}

async function measure(what) {
  const rule = (number) =>
    `# rule ${number}\n[[permissions.rules]]\npattern = "Bash:cmd${number} sub *"\naction = "allow"\ncomment = "number ${number}"\n\n`;
  const text = `[permissions]\nenforce = false\n\n${Array.from({ length: 10_000 }, (_, number) => rule(number)).join('')}`;
  const before = process.cpuUsage();
  if (what === 'bare') parse(text, { unsafeKeyBehaviour: 'throw' });
  else await parseRuleFile(text, { file: 'permissions.toml', layer: 'user' });
  const { user, system } = process.cpuUsage(before);
  console.log(Math.round((user + system) / 1000));
}
