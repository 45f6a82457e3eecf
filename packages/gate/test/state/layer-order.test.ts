import { expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { inLayerOrder } from '../../src/state/layer-order.ts';
import { rule } from '../helpers/rules.ts';

test('session rules stand below managed ones and above all others', () => {
  const [managed, cli, local] = [
    rule('deny Bash:rm *', 'managed'),
    rule('ask Edit', 'cli'),
    rule('deny Write', 'local'),
  ];
  const [newer, older] = [rule('allow Bash'), rule('allow Read')];
  expect(inLayerOrder([managed, cli, local, ...DEFAULT_RULES], [newer, older])).toEqual([
    managed,
    newer,
    older,
    cli,
    local,
    ...DEFAULT_RULES,
  ]);
});
