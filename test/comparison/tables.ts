import { readFileSync } from 'node:fs';
import { calibanLetsRun } from './caliban.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { savedResults, versions } from './results.ts';

const BENCH = new URL('../../bench/', import.meta.url);
const AGENTS = ['Claude Code', 'Codex', 'Gemini CLI', 'opencode'] as const;
const ENGINES = ['casbin', 'cedar'] as const;
/** In the order of the agents. */
const CLIENT_TESTS = ['claude-code', 'codex', 'gemini-cli', 'opencode'];
const IMPORT_TESTS = ['claude', 'codex', 'gemini', 'opencode'];
const NOT_TESTED = '·';

/** The table of the README. `·` is what nothing here tests. */
export async function summaryTable(): Promise<string> {
  const { casbin, cedar, ...agents } = versions();
  const header = [
    '',
    '**caliban**',
    ...AGENTS.map((name) => `${name} ${agents[name]}`),
    `casbin ${casbin} / cedar ${cedar}`,
  ];
  return tableOf(header, [
    ...QUESTIONS.map(questionRow),
    ...(await decisionRows()),
    ...processRows(),
    [
      'really run behind caliban’s rules: obeys them, and is in the log',
      'itself',
      ...CLIENT_TESTS.map((name) => `[yes](test/clients/${name}.client.ts)`),
      NOT_TESTED,
    ],
    [
      '`perms import` [takes its rules over](packages/storage/test/rules/import/same-decisions.test.ts) and lists what it cannot',
      'itself',
      ...IMPORT_TESTS.map((name) => `[yes](packages/storage/test/rules/import/${name}.test.ts)`),
      'no',
    ],
  ]);
}

/** One table per question: every line, and who let it run. */
export function lineTable(question: Question): string {
  const { ran } = savedResults();
  const columns = [
    calibanLetsRun(question),
    calibanLetsRun(question, true),
    ...[...AGENTS, ...ENGINES].map((name) => ran[name][question.name]),
  ];
  const [right, wrong] = question.name === 'everyday' ? ['ran', '**held**'] : ['held', '**ran**'];
  const shouldRun = question.name === 'everyday';
  return tableOf(
    ['line', 'caliban', 'caliban, plain rules', ...AGENTS, ...ENGINES],
    question.lines.map((line) => [
      codeCell(line),
      ...columns.map((lines) => (lines.includes(line) === shouldRun ? right : wrong)),
    ]),
  );
}

/** What caliban gets wrong and another gets right. */
export function behindList(): string {
  const { ran } = savedResults();
  const rows = QUESTIONS.flatMap((question) => {
    const shouldRun = question.name === 'everyday';
    const isRight = (running: readonly string[], line: string) => running.includes(line) === shouldRun;
    const own = calibanLetsRun(question);
    return question.lines
      .filter((line) => !isRight(own, line))
      .map((line) => [line, AGENTS.filter((agent) => isRight(ran[agent][question.name], line))] as const)
      .filter(([, others]) => others.length > 0)
      .map(([line, others]) => `- ${code(line)}: ${others.join(', ')}`);
  });
  return rows.length === 0 ? 'Nothing at present.' : rows.join('\n');
}

const ABOUT = {
  smuggled: (count: number) => `\`git *\` allowed; of ${count} lines that do something else besides, ran unasked`,
  everyday: (count: number) => `\`git *\` and \`head *\` allowed; of ${count} lines of nothing else, held up`,
  denied: (count: number) => `\`rm *\` denied, all else allowed; of ${count} ways to write it, ran`,
} as const;

function questionRow(question: Question): readonly string[] {
  const { date, ran } = savedResults();
  const { name, lines } = question;
  const wrong = (running: readonly string[]) =>
    String(name === 'everyday' ? lines.length - running.length : running.length);
  return [
    `[${ABOUT[name](lines.length)}](docs/comparison.md#${name}), ${date}`,
    `${wrong(calibanLetsRun(question))} ² (plain rules: ${wrong(calibanLetsRun(question, true))})`,
    ...AGENTS.map((agent) => wrong(ran[agent][name])),
    either(ENGINES.map((engine) => wrong(ran[engine][name]))),
  ];
}

async function decisionRows(): Promise<readonly (readonly string[])[]> {
  const { createFigures } = await import(new URL('decide/report/figures.mjs', BENCH).href);
  const { time } = await import(new URL('decide/report/format.mjs', BENCH).href);
  const results = savedBench('decide');
  const figures = createFigures(results);
  return [10, 10_000].map((size) => {
    const of = (engine: string): string => time(figures.time(engine, size, 'mixed'));
    return [
      `[one decision, ${size.toLocaleString('en')} rules](docs/benchmarks.md#a-decision-by-the-number-of-rules), ${results.date}`,
      ...[of('caliban-judge'), NOT_TESTED, NOT_TESTED, of('gemini'), `${of('opencode-style')} ¹`],
      either([of('casbin'), of('cedar')]),
    ];
  });
}

function processRows(): readonly (readonly string[])[] {
  const { date, rows }: ColdStart = savedBench('cold-start');
  return ['1,000 rules', '10,000 rules'].map((size) => {
    const of = (contestant: string): string =>
      rows.find(({ name }) => name === `${contestant}, ${size}`)?.ratio.toFixed(2) ?? NOT_TESTED;
    const anew = of('opencode-style');
    return [
      `[one call decided, from starting a process to its verdict, ${size}](docs/benchmarks.md#cold-start), in starts of a bare node, ${date}`,
      ...[`${warmHook()} ³ (without it: ${of('hook')})`, NOT_TESTED, of('codex execpolicy check'), NOT_TESTED],
      anew === NOT_TESTED ? NOT_TESTED : `${anew} ¹`,
      either([of('casbin'), of('cedar')]),
    ];
  });
}

/** The client of a running server. A server has read all rules before, so their number makes no difference. */
function warmHook(): string {
  const { rows }: ColdStart = savedBench('inbox');
  return rows.find(({ name }) => name.startsWith('warm hook, the line'))?.ratio.toFixed(2) ?? NOT_TESTED;
}

type ColdStart = {
  readonly date: string;
  readonly rows: readonly { readonly name: string; readonly ratio: number }[];
};

// biome-ignore lint/suspicious/noExplicitAny: what the bench has saved; a figure that is missing shows in the table
function savedBench(suite: string): any {
  return JSON.parse(readFileSync(new URL(`results/${suite}.json`, BENCH), 'utf8'));
}

function either(values: readonly string[]): string {
  return [...new Set(values)].join(' / ');
}

function codeCell(line: string): string {
  return code(line).replaceAll('|', '\\|');
}

function code(line: string): string {
  const text = line.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
