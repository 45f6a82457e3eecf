import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { classesOf } from '../../packages/gate/dist/classes/classes-of.js';
import { describeCall } from '../../packages/gate/dist/describe/describe-call.js';

export const HELP = `corpora     what the classes catch and spare of the labelled command lines
  --show NAME   print the rows of one set that @read-only covers or, for read-only, that a dangerous class hits`;

const ROOT = new URL('../../../shared/cases/corpora/', import.meta.url);
const SETS = ['dippy-read-only', 'dippy-must-ask', 'nah-block', 'redcode-harmful', 'atomic-attack'];

/** Ordinary work that reaches out is a class too, but no danger. */
const ORDINARY = new Set(['read-only', 'network', 'package-install', 'publish', 'infrastructure', 'plain-http']);

const SURROUNDINGS = { workspace: '/repo', home: '/home/test' };

export async function run(argv) {
  if (!existsSync(ROOT)) {
    console.log('corpora: skipped, ../shared/cases/corpora is missing');
    return;
  }
  const show = argv[0] === '--show' ? argv[1] : undefined;
  const lines = SETS.map((set) => {
    const rows = readFileSync(new URL(`${set}.jsonl`, ROOT), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).command);
    const judged = rows.map((command) => ({ command, ...judge(command) }));
    if (set === show)
      for (const row of judged)
        console.log(row.isReadOnly, [...row.dangers].join(), JSON.stringify(row.command.slice(0, 160)));
    const share = (part) => `${part.length} (${((100 * part.length) / rows.length).toFixed(1)} %)`;
    return `| ${set} | ${rows.length} | ${share(judged.filter((row) => row.isReadOnly))} | ${share(judged.filter((row) => row.dangers.size > 0))} |`;
  });
  const table = ['| set | rows | covered by @read-only | of a dangerous class |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
  console.log(table);
  if (show !== undefined) return;
  const results = new URL('../results/', import.meta.url);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    new URL('corpora.md', results),
    `# What the classes catch and spare\n\n\`npm run bench -- corpora\`\n\n${table}\n`,
  );
}

function judge(command) {
  const call = describeCall({ tool: 'Bash', input: { command }, surroundings: SURROUNDINGS });
  const classes = classesOf(call);
  const line = call.subject.kind === 'command-line' ? call.subject.line : { units: [0], redirects: [], problems: [] };
  const parts = [
    ...line.units.map((_, at) => classes.unit(at)),
    ...line.redirects.map((_, at) => classes.redirect(at)),
  ];
  const touches = [classes.whole(), ...parts].flatMap((part) => [...part.touches]);
  return {
    isReadOnly:
      line.problems.length === 0 &&
      line.units.length > 0 &&
      (line.assignments?.length ?? 0) === 0 &&
      parts.every((part) => part.covers.has('read-only')),
    dangers: new Set(touches.filter((name) => !ORDINARY.has(name))),
  };
}
