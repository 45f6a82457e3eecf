import { textTable } from '../decide/report/format.mjs';
import { coldStartSection } from './sections/cold-start.mjs';
import { decideSection } from './sections/decide.mjs';
import { growthSection } from './sections/growth.mjs';
import { hubSection } from './sections/hub.mjs';
import { loadSection } from './sections/load.mjs';
import { logSection } from './sections/log.mjs';
import { sandboxSection } from './sections/sandbox.mjs';
import { sessionSection } from './sections/session.mjs';
import { allTargets } from './targets.mjs';

/** The files of the report by their paths under `docs/`. The same results give the same bytes. */
export function reportFiles(results) {
  const { decide, coldStart, audit, agent, sandbox, hub } = results;
  const sections = [
    ...(decide === null ? [] : [decideSection(decide), growthSection(decide), loadSection(decide)]),
    ...(coldStart === null ? [] : [coldStartSection(coldStart)]),
    ...(audit === null ? [] : [logSection(audit)]),
    ...(agent === null ? [] : [sessionSection(agent)]),
    ...(sandbox === null ? [] : [sandboxSection(sandbox)]),
    ...(hub === null ? [] : [hubSection(hub)]),
  ];
  const charts = sections.flatMap((section) => section.charts);
  return new Map([
    ['benchmarks.md', page(sections, allTargets(results))],
    ...charts.map(({ file, svg }) => [`charts/${file}`, svg]),
  ]);
}

function page(sections, targets) {
  return `${[
    '# Benchmarks',
    'Made by `npm run bench -- report` from the saved runs in `bench/results`; [bench/README.md](../bench/README.md) says how to make them anew. Times depend on the machine and on what else it does, so ratios are what to read: both sides of one are measured in the same rounds. Targets that are missed are marked.',
    '## Targets',
    summary(targets),
    targetTable(targets),
    ...sections.flatMap(({ title, text, charts }) => [
      `## ${title}`,
      ...charts.map(({ file, alt }) => `![${alt}](charts/${file})`),
      ...text,
    ]),
  ].join('\n\n')}\n`;
}

function summary(targets) {
  const count = (wanted) => targets.filter(({ state }) => state === wanted).length;
  return `${count('met')} met, ${count('missed')} missed, ${count('not measured')} not measured, ${count('not built')} not built.`;
}

function targetTable(targets) {
  const rows = targets.map(({ id, wanted, state, found }) => [
    id,
    wanted,
    state === 'missed' ? '**missed**' : state,
    found,
  ]);
  return textTable(['#', 'target', 'state', 'found'], rows);
}
