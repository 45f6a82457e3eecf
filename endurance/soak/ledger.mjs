import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLoggedIds } from '../shared/logged-ids.mjs';

/** What was told to somebody stands in the log exactly once, as it was told; what was told to nobody, at most once. */
export async function checkDecisions(soak) {
  const { log } = soak.world;
  const found = readLoggedIds(log);
  let lost = 0;
  for (const [id, told] of soak.decisions) {
    const lines = found.ids.get(id) ?? [];
    const isRight = told === 'unknownOf' ? lines.length <= 1 : lines.length === 1 && agrees(lines[0], told);
    if (isRight) continue;
    lost++;
    soak.breach(`${id}: told ${told}, logged ${lines.length} times: ${lines.map(({ outcome }) => outcome).join(', ')}`);
  }
  for (const problem of [...found.torn, ...found.unreadable]) soak.breach(`log: ${problem}`);
  const leftovers = readdirSync(soak.world.state).filter((name) => /\.(held|tmp)$/.test(name));
  for (const name of leftovers) soak.breach(`left behind: ${join(soak.world.state, name)}`);
  const told = [...soak.decisions.values()].filter((action) => action !== 'unknownOf').length;
  const files = `${found.archives} archives, ${found.compressed} of them compressed`;
  return ['decisions told', told, '', `one line each in ${files}; none torn`, lost + found.torn.length];
}

function agrees({ action, outcome }, told) {
  if (told === 'ran') return outcome === 'allow';
  if (told === 'refused') return outcome === 'deny';
  return action === told && outcome === (told === 'ask' ? 'handed-over' : told);
}
