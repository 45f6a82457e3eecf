import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { formatPattern, type Rule } from '@caliban/gate';
import { addRule, type LayerFiles, type Locations, loadRules } from '@caliban/storage';
import { toWritten, type WrittenTest } from '@caliban/storage/rules';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import { projectAnswer } from '../policy/project-answer.ts';
import { keepTrust } from '../rules/keep-trust.ts';
import { changeError } from '../rules/writing.ts';
import { callsFor } from './example-tests.ts';
import { testsInForce } from './tests-in-force.ts';

export type TestPlace = {
  readonly target: LayerFiles;
  readonly locations: Locations;
  readonly world: Pick<WorkspaceContext, 'context' | 'ownDirectories'>;
};

/**
 * Writes a test for a rule that is already in its file. Only a test that passes is written; without a given call, it uses an
 * example that the rule decides. On failure, the error says why.
 */
export async function addTest(
  rule: Rule,
  { target, locations, world }: TestPlace,
  calls?: Iterable<Pick<WrittenTest, 'tool' | 'input'>>,
): Promise<Result<WrittenTest, string>> {
  const answer = await projectAnswer(locations);
  const { policy } = await loadRules(locations, { projectAnswer: answer, unanswered: 'use' });
  if (!policy.ok) return fail('no test was written, because not every rule file loads; `caliban perms lint` says why');
  const { layer, permissions: file } = target;
  for (const call of calls ?? callsFor(rule, world)) {
    const tried = { ...call, expect: rule.action, rule: rule.pattern, source: { layer, file, line: 1 } };
    const [judged] = testsInForce({ policy, tests: [tried] }, world, { answer }).judged;
    if (judged?.problem !== null) continue;
    const test: WrittenTest = { ...call, expect: rule.action, rule: formatPattern(rule.pattern) };
    const changed = await keepTrust(locations, () => addRule(target, toWritten(rule), { test }));
    if (!changed.ok) throw changeError(changed.error);
    return ok(test);
  }
  return fail('no test was written, because no example call was found that this rule decides; write one by hand');
}
