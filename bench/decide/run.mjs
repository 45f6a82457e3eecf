import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { today } from '../save-results.mjs';
import { GROWTH_STREAMS, STREAMS } from './generate-calls.mjs';
import { prepareInputs } from './inputs.mjs';
import { installPeers } from './install-peers.mjs';
import { measureHostile } from './measure/hostile.mjs';
import { measureLoads } from './measure/load.mjs';
import { measureMemory } from './measure/memory.mjs';
import { startPlayer } from './measure/player.mjs';
import { playLatency, playTournament } from './measure/tournament.mjs';
import { measureWorstCases } from './measure/worst-case.mjs';
import { HELP, readOptions } from './options.mjs';
import { createRandom } from './random.mjs';
import { writeReport } from './report/report.mjs';

export { HELP };

const WORST_CASE_ENGINES = [
  'caliban',
  'two-pointer-list',
  'regexp-list',
  'opencode-style',
  'picomatch',
  'minimatch',
  're2-shards',
];

const SHELL_ENGINES = ['caliban', 'caliban-judge', 'plain-check'];

/** Where no check against the oracle has warmed the engines up. */
const WARM_UP_MILLISECONDS = 400;

export async function run(argv) {
  const options = { ...readOptions(argv), random: createRandom(3) };
  installPeers();
  const results = {
    date: today(),
    node: process.version,
    cores: availableParallelism(),
    options: { sizes: options.sizes, rounds: options.rounds, turnMilliseconds: options.turnMilliseconds },
    players: [],
    turns: [],
    latency: [],
    loads: [],
    memory: [],
  };
  for (const size of options.sizes) await measureSize(size, options, results);
  results.growth = await measureGrowth(options, results);
  results.shell = await measureShell(options, results);
  progress('worst case');
  results.worstCases = await measureWorstCases(
    WORST_CASE_ENGINES.filter((engine) => canPlay(results, engine)),
    options.worstCase,
  );
  results.hostile = canPlay(results, 'caliban') ? await measureHostile(options.worstCase) : [];
  save(results, options);
}

/** All engines at one size, in turns. */
async function measureSize(size, options, results) {
  progress(`${size} rules: inputs`);
  const inputs = prepareInputs(size);
  const entries = await startAll(options.engines.map((engine) => ({ engine, size, inputs })));
  const players = entries.filter(({ skipped }) => skipped === undefined);

  progress(`${size} rules: agreement with the oracle`);
  for (const player of players) {
    // The gate is held against the oracle on every call, whatever it takes.
    const milliseconds = player.engine === 'caliban' ? 600_000 : options.agreementMilliseconds;
    player.agreement = await player.ask({ ask: 'agreement', milliseconds });
  }
  progress(`${size} rules: ${options.rounds} rounds`);
  const turns = { streams: STREAMS, rounds: options.rounds, milliseconds: options.turnMilliseconds };
  results.turns.push(...(await playTournament(players, { ...turns, random: options.random })));
  const passes = { stream: 'mixed', rounds: options.latencyRounds, milliseconds: 300 };
  results.latency.push(...(await playLatency(players, { ...passes, random: options.random })));
  stopAll(players);

  progress(`${size} rules: load`);
  const loaders = players.filter(({ decides, skipped }) => decides && skipped === undefined);
  const rounds = size >= 100_000 ? Math.min(3, options.loadRounds) : options.loadRounds;
  results.loads.push(...(await measureLoads(loaders, { rounds, random: options.random })));
  if (options.memorySizes.includes(size)) results.memory.push(...(await measureMemory(loaders)));

  for (const { engine, about, decides, exact, skipped, agreement } of entries) {
    results.players.push({ engine, size, about, decides, exact, skipped, agreement });
  }
}

/** The gate against itself at every size, so that its growth is a ratio inside a round too. */
async function measureGrowth({ sizes, rounds, turnMilliseconds, random }, results) {
  if (!canPlay(results, 'caliban')) return [];
  progress('growth');
  const players = await startAll(sizes.map((size) => ({ engine: 'caliban', size, inputs: prepareInputs(size) })));
  const turns = { streams: GROWTH_STREAMS, rounds, milliseconds: turnMilliseconds, warmUp: WARM_UP_MILLISECONDS };
  const played = await playTournament(players, { ...turns, random });
  stopAll(players);
  return played;
}

/** What taking the command apart adds to the index alone. */
async function measureShell({ sizes, rounds, latencyRounds, turnMilliseconds, random }, results) {
  const size = sizes.includes(1000) ? 1000 : sizes[0];
  const shell = { size, turns: [], latency: [] };
  if (!canPlay(results, 'caliban-judge')) return shell;
  progress('with the shell');
  const inputs = prepareInputs(size);
  const players = await startAll(SHELL_ENGINES.map((engine) => ({ engine, size, inputs })));
  const streams = ['plain', 'parts', 'mixed'];
  const turns = { streams, rounds, milliseconds: turnMilliseconds, warmUp: WARM_UP_MILLISECONDS };
  shell.turns = await playTournament(players, { ...turns, random });
  for (const stream of streams) {
    shell.latency.push(...(await playLatency(players, { stream, rounds: latencyRounds, milliseconds: 300, random })));
  }
  stopAll(players);
  return shell;
}

async function startAll(entries) {
  const players = [];
  for (const entry of entries) players.push(await startPlayer(entry));
  return players;
}

function stopAll(players) {
  for (const player of players) player.stop();
}

function canPlay({ players }, engine) {
  return players.some((player) => player.engine === engine && player.skipped === undefined);
}

function save(results, { complete }) {
  const directory = new URL(complete ? '../results/' : '../results/tmp/', import.meta.url);
  mkdirSync(directory, { recursive: true });
  const report = writeReport(results);
  writeFileSync(new URL('decide.json', directory), `${JSON.stringify(results)}\n`);
  writeFileSync(new URL('decide.md', directory), report);
  console.log(report);
  console.error(`written to ${fileURLToPath(directory)}`);
}

function progress(step) {
  console.error(`decide: ${step}`);
}
