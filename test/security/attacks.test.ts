import { describe, expect, test } from 'vitest';
import type { Attack } from './helpers/attack.ts';
import { outcome } from './helpers/outcome.ts';
import { TABLES } from './tables/every-table.ts';

describe.each(Object.entries(TABLES))('%s', (_, attacks) => {
  test.each(attacks.map((attack) => [attack.id, shown(attack), attack.must, attack] as const))(
    '%s: %s → %s',
    async (_id, _call, must, attack) => {
      const action = await outcome(attack);
      if (must === 'not-allow') expect(action).not.toBe('allow');
      else expect(action).toBe(must);
    },
  );
});

function shown({ rules, call, world }: Attack): string {
  const text = JSON.stringify(call);
  const where = Object.keys(world).length === 0 ? '' : ` ${JSON.stringify(world)}`;
  return `${text.length > 160 ? `${text.slice(0, 160)}…` : text}${where} under [${rules.join(', ')}]`;
}
