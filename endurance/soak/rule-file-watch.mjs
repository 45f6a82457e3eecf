import { setTimeout as sleep } from 'node:timers/promises';
import { rulesIn } from '../shared/rules-in.mjs';
import { SEED_RULES } from './seed-files.mjs';

/** While others write: at every instant the files load and hold what was there from the start. */
export async function ruleFileWatch(soak) {
  const files = [soak.world.projectRules, soak.world.path('ws/.caliban/permissions.local.toml'), soak.world.userRules];
  let looks = 0;
  let lost = 0;
  while (!soak.isOver) {
    for (const file of files) {
      const { rules, problem } = await rulesIn(file);
      looks++;
      const patterns = new Set(rules.map(({ pattern }) => pattern));
      const missing = SEED_RULES.filter(([pattern]) => !patterns.has(pattern));
      if (problem === null && missing.length === 0) continue;
      lost++;
      soak.breach(`${file} at one instant: ${problem ?? `lacks ${missing.map(([pattern]) => pattern).join(', ')}`}`);
    }
    await sleep(25);
  }
  return [['looks at rule files', looks, '', 'each loads, whole, at every instant', lost]];
}
