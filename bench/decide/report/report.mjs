import { GROWTH_STREAMS, STREAMS } from '../generate-calls.mjs';
import { HOSTILE } from '../measure/hostile.mjs';
import { WORST_CASES } from '../measure/worst-case.mjs';
import { createFigures } from './figures.mjs';
import { megabytes, table, textTable, time, times } from './format.mjs';
import { targets } from './targets.mjs';

const STREAM_TITLES = {
  none: 'no rule matches',
  last: 'hit in the last 1 %',
  early: 'hit in the first 1 %',
  mixed: 'mixed: 70 % hits anywhere, 30 % none',
};

/** The saved page: targets and ratios first, since they carry over to another machine; times after them. */
export function writeReport(results) {
  const figures = createFigures(results);
  const page = { results, figures, sizes: results.options.sizes, engines: playing(results) };
  return `${[
    '# One decision: caliban against other rule engines',
    method(results),
    '## Targets',
    targetTable(page),
    '## Ratio to caliban (engine time / caliban time, inside each round)',
    ...STREAMS.flatMap((stream) => [`### ${STREAM_TITLES[stream]}`, ratioTable(page, stream)]),
    '## Time per decision',
    ...STREAMS.flatMap((stream) => [`### ${STREAM_TITLES[stream]}`, timeTable(page, stream)]),
    '## Growth of caliban (all sizes in the same rounds)',
    growthTable(page),
    '## Latency p50 / p99, mixed (timer included)',
    latencyTable(page),
    '## With the shell',
    shellTable(page),
    '## Load, cold, in a fresh process',
    loadTable(page, 'load'),
    '### Until the first call of every tool is decided',
    loadTable(page, 'called'),
    '## Memory kept: loaded / warm (every rule has run), and for each rule once every tool was called; V8 heap and buffers, not the native memory of re2',
    memoryTable(page),
    '## Worst case: `*a*a…*b` against `aaa…ba` (first decision on that text / median of many)',
    worstCaseTable(page),
    '## 1 MiB of hostile text (first decision on it, in a fresh process)',
    hostileTable(page),
    '## Agreement with the oracle',
    agreementTable(page),
    '## How each engine was fed',
    feedingTable(results),
  ].join('\n\n')}\n`;
}

function method({ node, cores, options }) {
  return `Rules: 60 % command prefixes, 10 % \`~\`, 20 % path globs, 10 % MCP fields, fixed seed. Every engine in its own process, turns of ${options.turnMilliseconds} ms in random order, ${options.rounds} rounds (4 for engines over 100 ms a decision); time is the smaller of wall and CPU time of a turn, median over rounds; ratios inside a round, then median. Node ${node}, ${cores} cores. Carry over the ratios, not the times.`;
}

function targetTable({ figures, sizes }) {
  const rows = targets(figures, { sizes }).map(({ name, text, claims }) => {
    const measured = claims.filter(({ reached }) => reached !== null);
    const missed = measured.filter(({ reached }) => !reached);
    const verdict = measured.length === 0 ? 'not measured' : missed.length === 0 ? 'reached' : '**not reached**';
    const partly = measured.length > 0 && measured.length < claims.length ? ' (in part measured)' : '';
    const detail = claims.map(({ label, shown, reached }) => `${reached === false ? '✗ ' : ''}${label}: ${shown}`);
    return [name, text, verdict + partly, detail.join('; ')];
  });
  return textTable(['#', 'target', 'this run', 'measured'], rows);
}

function ratioTable({ figures, engines, sizes }, stream) {
  return sizedTable(engines, sizes, (engine, size) => times(figures.ratio(engine, 'caliban', size, stream)));
}

function timeTable({ figures, engines, sizes }, stream) {
  const [first, last] = [sizes[0], sizes.at(-1)];
  const rows = engines.map((engine) => [
    engine,
    ...sizes.map((size) => time(figures.time(engine, size, stream))),
    times(figures.time(engine, last, stream) / figures.time(engine, first, stream)),
  ]);
  return table(['engine', ...sizes.map(String), `growth ${first} → ${last}`], rows);
}

function growthTable({ figures, sizes: [first, ...sizes] }) {
  const rows = GROWTH_STREAMS.map((stream) => [
    stream,
    ...sizes.map((size) => times(figures.growth(first, size, stream))),
  ]);
  return `\`early\` is decided in the first hundredth of the list: of ten rules that is one, a \`~\`. \`same\` is decided by the first ten rules, the same calls at every size, and is what the target is held against.\n\n${table([`${first} rules to`, ...sizes.map(String)], rows)}`;
}

function latencyTable({ figures, engines, sizes }) {
  return sizedTable(engines, sizes, (engine, size) => {
    const { p50, p99 } = figures.latency(engine, size);
    return p50 === undefined ? '-' : `${time(p50)} / ${time(p99)}`;
  });
}

function shellTable({ figures, results }) {
  const titles = { plain: 'plain words', parts: 'three commands on a line', mixed: 'mixed stream' };
  const rows = Object.entries(titles).map(([stream, title]) => [
    title,
    time(figures.shellTime('plain-check', stream)),
    time(figures.shellTime('caliban', stream)),
    time(figures.shellTime('caliban-judge', stream)),
    times(figures.shellRatio('caliban-judge', 'caliban', stream)),
    time(figures.shellLatency('caliban-judge', stream).p50),
    time(figures.shellLatency('caliban-judge', stream).p99),
  ]);
  const header = ['calls', 'plain-words check', 'index alone', 'describe + judge', 'x index', 'p50', 'p99'];
  return `${results.shell.size} rules. The check is what the shell costs a command of plain words.\n\n${table(header, rows)}`;
}

/** `figure`: up to where, `load` or `called`. */
function loadTable({ figures, engines, sizes }, figure) {
  const deciding = engines.filter((engine) => sizes.some((size) => figures.load(engine, size) !== undefined));
  return sizedTable(deciding, sizes, (engine, size) => {
    const milliseconds = figures[figure](engine, size);
    if (milliseconds === undefined) return '-';
    return `${time(milliseconds * 1e6)} (${times(figures[`${figure}Ratio`](engine, 'regexp-list', size))})`;
  }).replace('| engine |', '| engine (x regexp-list) |');
}

function memoryTable({ results, figures }) {
  if (results.memory.length === 0) return 'Not measured at these sizes.';
  const engines = [...new Set(results.memory.map(({ engine }) => engine))];
  const sizes = [...new Set(results.memory.map(({ size }) => size))];
  return sizedTable(engines, sizes, (engine, size) => {
    const kept = figures.memory(engine, size);
    if (kept === undefined) return '-';
    return `${megabytes(kept.loaded)} / ${megabytes(kept.warm)} (${Math.round(kept.called / size)} B a rule)`;
  });
}

function worstCaseTable({ results, figures }) {
  const engines = [...new Set(results.worstCases.map(({ engine }) => engine))];
  const title = ({ stars, length, rules }) => `${stars} stars, ${length} chars${rules > 1 ? `, ${rules} rules` : ''}`;
  const cell = (measured) => {
    if (measured === undefined) return '-';
    const { over, first, warm } = measured;
    return over === undefined ? `${time(first * 1e6)} / ${time(warm * 1e6)}` : `> ${time(over * 1e6)}`;
  };
  const rows = engines.map((engine) => [engine, ...WORST_CASES.map((worst) => cell(figures.worstCase(engine, worst)))]);
  return table(['engine', ...WORST_CASES.map(title)], rows);
}

function hostileTable({ figures }) {
  return table(
    ['what nearly matches', 'caliban'],
    HOSTILE.map(({ title }) => [title, time(figures.hostile(title))]),
  );
}

function agreementTable({ results, figures, engines, sizes }) {
  const floors = new Set(results.players.filter(({ decides }) => decides === false).map(({ engine }) => engine));
  const deciding = engines.filter((engine) => !floors.has(engine));
  return sizedTable(deciding, sizes, (engine, size) => {
    const agreed = Object.values(figures.agreement(engine, size) ?? {});
    const checked = agreed.reduce((sum, stream) => sum + stream.checked, 0);
    const equal = agreed.reduce((sum, stream) => sum + stream.equal, 0);
    return checked === 0 ? '-' : `${floorPercent(equal / checked)} of ${checked.toLocaleString('en-US')}`;
  });
}

/** Never rounded up: 100 % means all. */
function floorPercent(share) {
  return `${Math.floor(share * 1000) / 10} %`;
}

function feedingTable({ players }) {
  const engines = [...new Set(players.map(({ engine }) => engine))];
  const rows = engines.map((engine) => {
    const own = players.filter((player) => player.engine === engine);
    const { about = '', exact } = own.find((player) => player.about !== undefined) ?? {};
    const differs = typeof exact === 'string' ? `; may differ from the oracle by design: ${exact}` : '';
    const skips = own.filter(({ skipped }) => skipped !== undefined);
    const reasons = new Set(skips.map(({ skipped }) => skipped));
    const where = skips.length === own.length ? '' : ` at ${skips.map(({ size }) => size).join(', ')}`;
    const left = skips.length === 0 ? '' : `${about === '' ? '' : '; '}skipped${where}: ${[...reasons].join('; ')}`;
    return [engine, `${about}${differs}${left}`];
  });
  return textTable(['engine', 'what runs'], rows);
}

function sizedTable(engines, sizes, cell) {
  return table(
    ['engine', ...sizes.map(String)],
    engines.map((engine) => [engine, ...sizes.map((size) => cell(engine, size))]),
  );
}

function playing({ players }) {
  return [...new Set(players.filter(({ skipped }) => skipped === undefined).map(({ engine }) => engine))];
}
