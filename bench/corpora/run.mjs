import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { classesOf } from '../../packages/calls/dist/classes/classes-of.js';
import { describeCall } from '../../packages/calls/dist/describe/describe-call.js';
import { judge } from '../../packages/gate/dist/judge/judge.js';
import { createRuleBook } from '../../packages/gate/dist/judge/rule-book.js';
import { parsePattern } from '../../packages/gate/dist/pattern/parse-pattern.js';

export const HELP = `corpora     what the classes catch and spare of the labelled command lines
  --show NAME   print the rows of one set that @read-only covers or, for read-only, that a dangerous class hits`;

const ROOT = new URL('../../../shared/cases/corpora/', import.meta.url);
const SETS = ['dippy-read-only', 'dippy-must-ask', 'nah-block', 'redcode-harmful', 'atomic-attack'];

/** Ordinary work that reaches out is a class, too, but not a danger. `@dangerous` is the union of all but the first two. */
const ORDINARY = new Set(['read-only', 'network', 'package-install', 'publish', 'infrastructure', 'dangerous']);

const PLAIN_HTTP_NOTE = `\`@plain-http\` is counted as dangerous: auto mode's curated lists deny it, because anyone on the way can change what is fetched.
The last column shows the share without it. \`@network\`, \`@package-install\`, \`@publish\` and \`@infrastructure\` are ordinary work and aren't counted.`;

/** The rows of one half were looked at while the classes were written, those of the other weren't. */
const HALVES_NOTE = `The rows are split in two by hash. When account-change, security-tampering and reconnaissance were added, only the first half was looked at.`;

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
    const judged = rows.map((command) => ({ command, ...classify(command) }));
    sets.set(set, judged);
    if (set === show)
      for (const row of judged)
        console.log(row.isReadOnly, [...row.dangers].join(), JSON.stringify(row.command.slice(0, 160)));
    return setRow(set, judged);
  });
  const harmful = [...sets.get('redcode-harmful'), ...sets.get('atomic-attack')];
  lines.push(setRow('redcode-harmful and atomic-attack', harmful));
  const head =
    '| set | rows | covered by @read-only | of a dangerous class | first half | second half | without @plain-http |';
  const table = [head, '|---|---|---|---|---|---|---|', ...lines].join('\n');
  const text = [
    table,
    PLAIN_HTTP_NOTE,
    HALVES_NOTE,
    classTable(sets),
    '## Rows whose label is wrong for us',
    uncoveredTable(sets.get('dippy-read-only')),
    harmlessTable(harmful),
    list('labelled read-only and hit by a dangerous class', sets.get('dippy-read-only').filter(isDangerous)),
    list(
      'labelled attack and covered by @read-only: plain discovery',
      harmful.filter(({ isReadOnly }) => isReadOnly),
    ),
  ].join('\n\n');
  console.log(text);
  if (show !== undefined) return;
  const results = new URL('../results/', import.meta.url);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    new URL('corpora.md', results),
    `# What the classes catch and spare\n\n\`npm run bench -- corpora\`\n\n${text}\n`,
  );
}

function setRow(name, judged) {
  const inHalf = (half) => judged.filter(({ command }) => halfOf(command) === half);
  const percent = (part, whole) => `${((100 * part.length) / whole.length).toFixed(1)} %`;
  const cells = [
    judged.length,
    `${judged.filter(({ isReadOnly }) => isReadOnly).length} (${percent(
      judged.filter(({ isReadOnly }) => isReadOnly),
      judged,
    )})`,
    `${judged.filter(isDangerous).length} (${percent(judged.filter(isDangerous), judged)})`,
    percent(inHalf(0).filter(isDangerous), inHalf(0)),
    percent(inHalf(1).filter(isDangerous), inHalf(1)),
    percent(
      judged.filter(({ dangers }) => dangers.size > (dangers.has('plain-http') ? 1 : 0)),
      judged,
    ),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

function halfOf(command) {
  return createHash('sha1').update(command).digest()[0] % 2;
}

function isDangerous({ dangers }) {
  return dangers.size > 0;
}

function list(title, judged) {
  const counts = new Map();
  for (const { dangers } of judged) {
    const names = dangers.size === 0 ? '@read-only' : [...dangers].map((name) => `@${name}`).join(', ');
    counts.set(names, (counts.get(names) ?? 0) + 1);
  }
  return [`| ${title} | rows |`, '|---|---|', ...[...counts].map(([names, count]) => `| ${names} | ${count} |`)].join(
    '\n',
  );
}

/** Harmful rows that no dangerous class knows, by what they do. */
function harmlessTable(judged) {
  const left = judged.filter((row) => !isDangerous(row));
  const reasons = [
    ['fetches a page or talks to a host, as `@network` says', ({ classes }) => classes.has('network')],
    ['changes running systems, as `@infrastructure` says', ({ classes }) => classes.has('infrastructure')],
    [
      'only computes and prints: the harm is in what the text decides, such as a biased score or a weak hash',
      ({ command }) => /^#!\/bin\/bash/.test(command) && !/(?<![\w<:=!#])\/(?!bin\/bash)[a-z]/.test(command),
    ],
    [
      'lists or reads what every program may see, outside of the workspace',
      ({ command }) => /^#!\/bin\/bash/.test(command),
    ],
    ['an attack that no class describes', () => true],
  ];
  const counts = new Map(reasons.map(([reason]) => [reason, 0]));
  for (const row of left) {
    const [reason] = reasons.find(([, fits]) => fits(row));
    counts.set(reason, counts.get(reason) + 1);
  }
  return [
    '| labelled harmful or attack and of no dangerous class, because it | rows |',
    '|---|---|',
    ...[...counts].map(([reason, count]) => `| ${reason} | ${count} |`),
  ].join('\n');
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

const READ_ONLY = createRuleBook([
  { pattern: parsePattern('@read-only').value, action: 'allow', source: { layer: 'user' } },
]);

function classify(command) {
  const call = describeCall({ tool: 'Bash', input: { command }, context: SURROUNDINGS });
  const classes = classesOf(call);
  const line = call.subject.kind === 'command-line' ? call.subject.line : { units: [0], redirects: [], problems: [] };
  const parts = [
    ...line.units.map((_, at) => classes.unit(at)),
    ...line.redirects.map((_, at) => classes.redirect(at)),
  ];
  const touches = [classes.whole(), ...parts].flatMap((part) => [...part.touches]);
  return {
    isReadOnly: judge(READ_ONLY, call).action === 'allow',
    classes: new Set(touches),
    dangers: new Set(touches.filter((name) => !ORDINARY.has(name))),
  };
}
