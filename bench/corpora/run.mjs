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
  const sets = new Map();
  const lines = SETS.map((set) => {
    const rows = readFileSync(new URL(`${set}.jsonl`, ROOT), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).command);
    const judged = rows.map((command) => ({ command, ...judge(command) }));
    sets.set(set, judged);
    if (set === show)
      for (const row of judged)
        console.log(row.isReadOnly, [...row.dangers].join(), JSON.stringify(row.command.slice(0, 160)));
    const share = (part) => `${part.length} (${((100 * part.length) / rows.length).toFixed(1)} %)`;
    return `| ${set} | ${rows.length} | ${share(judged.filter((row) => row.isReadOnly))} | ${share(judged.filter((row) => row.dangers.size > 0))} |`;
  });
  const table = ['| set | rows | covered by @read-only | of a dangerous class |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
  const text = [table, classTable(sets), uncoveredTable(sets.get('dippy-read-only'))].join('\n\n');
  console.log(text);
  if (show !== undefined) return;
  const results = new URL('../results/', import.meta.url);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    new URL('corpora.md', results),
    `# What the classes catch and spare\n\n\`npm run bench -- corpora\`\n\n${text}\n`,
  );
}

/** What each class catches of each set. */
function classTable(sets) {
  const names = [...new Set([...sets.values()].flat().flatMap(({ classes }) => [...classes]))].sort();
  const row = (name) =>
    `| @${name} | ${SETS.map((set) => sets.get(set).filter(({ classes }) => classes.has(name)).length).join(' | ')} |`;
  return [
    `| any part is of | ${SETS.join(' | ')} |`,
    `|---|${SETS.map(() => '---|').join('')}`,
    ...names.map(row),
  ].join('\n');
}

/** Rows labelled read-only that `@read-only` doesn't cover: why the label isn't ours. The first reason that fits counts. */
const REASONS = [
  [
    'talks to the network at the choice of the line',
    /^(?:curl|wget|ping|openssl s_client|scutil -r|sqlcmd|mysql|psql)/,
  ],
  [
    'the repository chooses or holds the code that runs',
    /^(?:cargo|yarn|pnpm|cdk|pre-commit|brew bundle|uv run|npm pack|terraform (?:console|plan|test|refresh|get)|ansible|packer console|rtk)/,
  ],
  [
    'runs another program on what comes in, or elsewhere',
    /xargs|-exec|^fd .*(?:-x|--exec)|^(?:docker|podman|kubectl) exec|^(?:script|arch|fzf)\b/,
  ],
  [
    'tells a secret',
    /secret|token|password|credential|keyvault|connection-string|ssm get-param|keys list|^security|get-access|compose config|helm get|terraform output/,
  ],
  [
    'writes a file, a cache or the index',
    /^(?:git (?:format-patch|archive|fetch|bundle|difftool)|brew fetch|gh (?:release|attestation) download|terraform (?:fmt|providers)|ruff|black|isort|uv (?:lock|export)|az storage blob download|kubectl cluster-info dump|qlmanage|textutil|mktemp|sample|symbols|dmesg)|--output|download|--open|--web/,
  ],
  ['reads outside of the workspace, or in another repository', / \/|~\/|git -C/],
  ['holds something that only the shell can tell', /\$|`/],
];

function uncoveredTable(judged) {
  const left = judged.filter(({ isReadOnly }) => !isReadOnly);
  const counts = new Map(REASONS.map(([reason]) => [reason, 0]));
  let others = 0;
  for (const { command } of left) {
    const reason = REASONS.find(([, fits]) => fits.test(command))?.[0];
    if (reason === undefined) others++;
    else counts.set(reason, counts.get(reason) + 1);
  }
  const lines = [...counts, ['not in the table of read-only programs', others]].map(
    ([reason, count]) => `| ${reason} | ${count} |`,
  );
  return ['| labelled read-only and not covered, because it | rows |', '|---|---|', ...lines].join('\n');
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
    classes: new Set(touches),
    dangers: new Set(touches.filter((name) => !ORDINARY.has(name))),
  };
}
