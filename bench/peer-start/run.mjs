import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { playRounds } from '../cold-start/rounds.mjs';
import { generateRules } from '../decide/generate-rules.mjs';
import { saveResults, today } from '../save-results.mjs';

export const HELP = `peer-start     what a process costs that decides one call and is not node: \`codex execpolicy check\`
               wants the clients of \`npm run test:clients\`; writes bench/results/peer-start.{md,json}`;

const CLIENTS = new URL('../../test/clients/node_modules/', import.meta.url);
const CODEX = fileURLToPath(new URL('@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex', CLIENTS));
const SCRATCH = fileURLToPath(new URL('../results/tmp/peer-start/', import.meta.url));
const ROUNDS = 21;

export async function run() {
  if (!existsSync(CODEX)) {
    console.error('peer-start: Codex is not installed here; `npm run test:clients` brings it');
    return;
  }
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(`${SCRATCH}home/workspace`, { recursive: true });
  try {
    const figures = {
      date: today(),
      node: process.version,
      cores: availableParallelism(),
      codex: JSON.parse(readFileSync(new URL('@openai/codex/package.json', CLIENTS), 'utf8')).version,
      rounds: ROUNDS,
      rows: playRounds(contestants(), ROUNDS),
    };
    const text = page(figures);
    process.stdout.write(text);
    saveResults('peer-start', figures, text);
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

function contestants() {
  const home = `${SCRATCH}home`;
  return [
    { name: 'true', command: '/bin/true', args: [], home },
    { name: 'node -e 0', args: ['-e', '0'], home },
    ...[100, 1_000, 10_000].map((count) => ({
      name: `codex execpolicy check, ${count.toLocaleString('en')} rules`,
      command: CODEX,
      args: ['execpolicy', 'check', '--rules', rulesFile(count), '--', 'git', 'push', 'origin', 'main'],
      home,
    })),
  ];
}

/** Its rules are prefixes of words; of ours those that begin with three are taken. */
function rulesFile(count) {
  const prefixes = generateRules(count * 3)
    .flatMap(({ pattern }) => /^Bash:([^~*]+)\*?$/.exec(pattern)?.slice(1) ?? [])
    .map((text) => text.trim().split(' '))
    .slice(0, count);
  if (prefixes.length < count) throw new Error(`only ${prefixes.length} prefix rules out of ${count * 3}`);
  const file = `${SCRATCH}${count}.rules`;
  writeFileSync(
    file,
    prefixes.map((words) => `prefix_rule(pattern=${JSON.stringify(words)}, decision="allow")\n`).join(''),
  );
  return file;
}

function page({ node, cores, codex, rounds, rows }) {
  const lines = rows.map(
    ({ name, ratio, milliseconds }) => `| ${name} | ${ratio.toFixed(2)} × | ${milliseconds.toFixed(1)} |`,
  );
  return `# Starting something that is not node, measured

Node ${node}, Codex ${codex}, ${cores} cores, ${rounds} rounds. Made by \`node bench/peer-start/run.mjs\`, in the way of [cold-start](cold-start.md).

|  | of node -e 0 | ms |
| --- | ---: | ---: |
${lines.join('\n')}
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else await run();
}
