import { targets as agentTargets } from '../agent/report.mjs';
import { targets as auditTargets } from '../audit/report.mjs';
import { NODE_TARGET } from '../cold-start/nodes.mjs';
import { createFigures } from '../decide/report/figures.mjs';
import { targets as decideTargets } from '../decide/report/targets.mjs';
import { targets as hubTargets } from '../hub/report.mjs';
import { targets as sandboxTargets } from '../sandbox/report.mjs';
import { targets as tuiTargets } from '../tui/report.mjs';

/** What is wanted and what was found, `{ id, wanted, state, found }`: a page that lists only what was reached would be advertising. */
export function allTargets({ decide, coldStart, nodes, audit, agent, sandbox, hub, tui }) {
  return [
    ...(decide === null ? [] : ofDecide(decide)),
    ...(coldStart === null ? [] : ofColdStart(coldStart)),
    ...(nodes === null ? [] : ofNodes(nodes)),
    ...(audit === null ? [] : ofRows(auditTargets(audit))),
    ...(agent === null ? [] : ofRows(agentTargets(agent).map((row) => ['', ...withName(row)]))),
    ...(sandbox === null ? [] : sandboxTargets(sandbox)),
    ...(hub === null ? [] : hubTargets(hub)),
    ...(tui === null ? [] : tuiTargets(tui)),
    ...NOT_MEASURED.map(([id, wanted]) => ({ id, wanted, state: 'not measured', found: '' })),
    ...NOT_BUILT.map(([id, wanted, found]) => ({ id, wanted, state: 'not built', found })),
  ];
}

/** No suite looks at these yet. */
const NOT_MEASURED = [
  ['L2', 'rule file → ready gate, 10k rules: ≤ 2x of parsing the file with smol-toml'],
  ['L3', 'reopening a packed policy: ≤ 0.03x of parsing the file with smol-toml'],
];

/** There is nothing to look at, and why. */
const NOT_BUILT = [
  [
    'C3',
    'a start without Node: single executable ≤ 0.9 of `node -e 0`, resident gate ≤ 0.06',
    'caliban starts with Node, and nothing of it stays',
  ],
  [
    'A2',
    'durable log, synced every 64 lines: ≥ 0.3x of writeSync',
    'decided against: [ADR 0010](adr/0010-the-log-is-not-synced.md)',
  ],
];

function ofDecide(results) {
  return decideTargets(createFigures(results), { sizes: results.options.sizes }).map(({ name, text, claims }) => {
    const settled = claims.filter(({ reached }) => reached !== null);
    const isMissed = settled.some(({ reached }) => !reached);
    return {
      id: name,
      wanted: text,
      state: settled.length === 0 ? 'not measured' : isMissed ? 'missed' : 'met',
      found: claims.map(claimText).join('; '),
    };
  });
}

function claimText({ label, shown, reached }) {
  if (reached === null) return `${label}: not measured`;
  return `${reached ? '' : '✗ '}${label}: ${shown}`;
}

function ofColdStart({ rows }) {
  return rows
    .filter(({ target }) => target !== undefined)
    .map(({ name, target, ratio, of }) => ({
      id: coldStartId(name),
      wanted: `${name}: ≤ ${target.toFixed(2)} of ${of === undefined ? '`node -e 0`' : 'it without'}`,
      state: ratio <= target ? 'met' : 'missed',
      found: `${ratio.toFixed(2)}x`,
    }));
}

/** Others may have worked on the machine, so its load is told. */
function ofNodes({ nodes, load }) {
  return nodes.flatMap(({ name, rows }) =>
    rows.map(({ name: what, median }) => ({
      id: 'C5',
      wanted: `${name.replace('node-', 'Node ')}, ${what}, 1,000 rules: ≤ ${NODE_TARGET.toFixed(2)} of \`node -e 0\``,
      state: median <= NODE_TARGET ? 'met' : 'missed',
      found: `${median.toFixed(2)}x, at a load of ${load.toFixed(0)}`,
    })),
  );
}

function coldStartId(name) {
  if (name.includes('first run')) return 'C2';
  if (name.includes('NODE_EXTRA_CA_CERTS')) return 'C4';
  return /^hook, [\d,]+ rules$/.test(name) ? 'C1' : '';
}

function ofRows(rows) {
  return rows
    .filter((row) => row.at(-1) !== '')
    .map(([id, wanted, found, verdict]) => ({ id, wanted, state: verdict === 'met' ? 'met' : 'missed', found }));
}

function withName([name, wanted, found, verdict]) {
  return [`${name}: ${wanted}`, found, verdict];
}
