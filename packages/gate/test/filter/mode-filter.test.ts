import type { ToolCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { MODE_CASES } from '../../../../conformance/cases.ts';
import type { FastClassifier } from '../../src/classify/fast-classifier.ts';
import { createModeFilter } from '../../src/filter/mode-filter.ts';
import { SharedPermissionMode } from '../../src/state/shared-permission-mode.ts';
import type { PermissionMode } from '../../src/types/permission-mode.ts';
import type { ClassifierOpinion, Verdict } from '../../src/types/verdict.ts';
import { ASKED, byRule, CALM, fileCall, madeCall, madeRule, urlCall } from '../helpers/made-calls.ts';
import { DOUBTFUL, FINE, saying, WRONG } from '../helpers/made-classifiers.ts';

function sharedMode(mode: PermissionMode, latched = false): SharedPermissionMode {
  return new SharedPermissionMode({ mode, latched });
}

function filtered(mode: PermissionMode, call: ToolCall, verdict: Verdict, classifier: FastClassifier = saying(FINE)) {
  const filter = createModeFilter({ mode: sharedMode(mode, mode === 'bypassPermissions'), classifier });
  return filter.filter(call, verdict, CALM);
}

test('the shared table is whole', () => {
  expect(MODE_CASES.length).toBe(76);
});

describe('the shared table', () => {
  test.each(MODE_CASES)('$mode (latched: $bypassLatched): $ruleAction for $tool → $expect', async (row) => {
    const classifier = saying(FINE);
    const mode = sharedMode(row.mode as PermissionMode, row.bypassLatched);
    const ruled = byRule(madeRule('*', row.ruleAction));
    const verdict = await createModeFilter({ mode, classifier }).filter(madeCall(row.tool), ruled, CALM);
    expect(classifier.asked.length > 0 ? 'classify' : verdict.action).toBe(row.expect);
  });
});

describe('what is overruled is kept', () => {
  const denied = byRule(madeRule('Bash', 'deny'));
  const allowed = byRule(madeRule('Bash', 'allow'));

  test.each<[PermissionMode, string, Verdict, Verdict]>([
    ['acceptEdits', 'Edit', ASKED, { action: 'allow', because: { kind: 'mode', mode: 'acceptEdits', over: ASKED } }],
    ['plan', 'Bash', ASKED, { action: 'deny', because: { kind: 'mode', mode: 'plan', over: ASKED } }],
    ['dontAsk', 'Bash', ASKED, { action: 'allow', because: { kind: 'mode', mode: 'dontAsk', over: ASKED } }],
    [
      'bypassPermissions',
      'Bash',
      denied,
      { action: 'allow', because: { kind: 'mode', mode: 'bypassPermissions', over: denied } },
    ],
    [
      'bypassPermissions',
      'Bash',
      allowed,
      { action: 'allow', because: { kind: 'mode', mode: 'bypassPermissions', over: allowed } },
    ],
  ])('%s, %s', async (mode, tool, verdict, expected) => {
    expect(await filtered(mode, madeCall(tool), verdict)).toEqual(expected);
  });

  test.each<[PermissionMode, string]>([
    ['default', 'Bash'],
    ['acceptEdits', 'Bash'],
    ['plan', 'Read'],
    ['plan', 'WebFetch'],
    ['plan', 'Agent'],
  ])('%s leaves an ask for %s as it is', async (mode, tool) => {
    expect(await filtered(mode, madeCall(tool), ASKED)).toBe(ASKED);
  });
});

describe('plan mode goes by what a tool can do', () => {
  test.each([
    ['an MCP tool', madeCall('mcp__forge__open_ticket'), 'deny'],
    ['an MCP tool said to be read-only', madeCall('mcp__forge__list', { access: 'read' }), 'ask'],
    ['an access nobody knows', madeCall('X', { access: 'teleport' as never }), 'deny'],
    ['a fetch', urlCall('https://a.test/'), 'ask'],
    ['an edit outside the workspace', fileCall('Write', '/etc/passwd'), 'deny'],
  ])('%s', async (_, call, action) => {
    expect((await filtered('plan', call, ASKED)).action).toBe(action);
  });
});

describe('auto mode', () => {
  test.each([
    [FINE, 'allow'],
    [DOUBTFUL, 'ask'],
    [WRONG, 'deny'],
  ] as const)('$verdict', async (opinion, action) => {
    expect(await filtered('auto', madeCall('Bash'), ASKED, saying(opinion))).toEqual({
      action,
      because: { kind: 'classifier', opinion, over: ASKED },
    });
  });

  test.each<[PermissionMode, string]>([
    ['plan', 'deny'],
    ['default', 'ask'],
    ['dontAsk', 'allow'],
  ])('left for %s while the classifier thinks: the mode that holds now decides', async (left, action) => {
    const mode = sharedMode('auto');
    const classifier: FastClassifier = {
      async classify() {
        mode.switchTo(left);
        return left === 'dontAsk' ? WRONG : FINE;
      },
    };
    const verdict = await createModeFilter({ mode, classifier }).filter(madeCall('Bash'), ASKED, CALM);
    expect([verdict.action, verdict.because.kind]).toEqual([action, left === 'default' ? 'no-rule' : 'mode']);
  });

  test('a classifier that rejects is not swallowed here: the gate denies', async () => {
    const broken: FastClassifier = { classify: () => Promise.reject(new Error('boo')) };
    await expect(filtered('auto', madeCall('Bash'), ASKED, broken)).rejects.toThrow('boo');
  });
});

describe('a command that can run confined instead of being asked about', () => {
  const BUILTIN = byRule(madeRule('Bash', 'ask', { source: { layer: 'builtin' } }));
  const WRITTEN = byRule(madeRule('Bash', 'ask', { source: { layer: 'user' } }));
  const SEVERAL: Verdict = {
    ...BUILTIN,
    partRules: [{ rule: madeRule('Bash:make *', 'ask', { source: { layer: 'project' } }), part: 2 }],
  };
  const OWN: Verdict = { action: 'ask', because: { kind: 'own-file', file: 'permissions.toml', over: BUILTIN } };
  const from = (source: ClassifierOpinion['source'], verdict: ClassifierOpinion['verdict']): ClassifierOpinion => ({
    ...{ source, verdict, reason: 'so it is' },
  });

  test.each<
    [name: string, mode: PermissionMode, verdict: Verdict, opinion: ClassifierOpinion, can: boolean, wanted: string]
  >([
    ['no rule', 'auto', ASKED, from('Model', 'soft_deny'), true, 'allow without-network'],
    ['a built-in rule', 'auto', BUILTIN, from('Model', 'soft_deny'), true, 'allow without-network'],
    ['no answer from the model', 'auto', BUILTIN, from('ErrorFallback', 'soft_deny'), true, 'allow without-network'],
    ['remembered', 'auto', BUILTIN, from('Cache', 'soft_deny'), true, 'allow without-network'],
    ['nothing can be confined', 'auto', BUILTIN, from('Model', 'soft_deny'), false, 'ask'],
    ['the model allows it as it is', 'auto', BUILTIN, from('Model', 'allow'), true, 'allow'],
    ['hard denied', 'auto', BUILTIN, from('Model', 'hard_deny'), true, 'deny'],
    ['a list says ask', 'auto', BUILTIN, from('StaticRule', 'soft_deny'), true, 'ask'],
    ['auto mode is switched off', 'auto', BUILTIN, from('DisabledFallback', 'soft_deny'), true, 'ask'],
    ['a written rule', 'auto', WRITTEN, from('Model', 'soft_deny'), true, 'ask'],
    ['a written rule about one part', 'auto', SEVERAL, from('Model', 'soft_deny'), true, 'ask'],
    ["caliban's own files", 'auto', OWN, from('Model', 'soft_deny'), true, 'ask'],
    ['another mode', 'default', BUILTIN, from('Model', 'soft_deny'), true, 'ask'],
  ])('%s, %s', async (_, mode, verdict, opinion, can, wanted) => {
    const classifier = { classify: async () => opinion };
    const filter = createModeFilter({ mode: sharedMode(mode), classifier, canRunConfined: async () => can });
    const { action, confined } = await filter.filter(madeCall('Bash'), verdict, CALM);
    expect([action, ...(confined === undefined ? [] : [confined])].join(' ')).toBe(wanted);
  });
});

test('a change of mode reaches whoever shares it at once', async () => {
  const mode = sharedMode('default');
  const filter = createModeFilter({ mode, classifier: saying(FINE) });
  const actions = [];
  for (const next of ['default', 'plan', 'dontAsk'] as const) {
    mode.switchTo(next);
    actions.push((await filter.filter(madeCall('Bash'), ASKED, CALM)).action);
  }
  expect(actions).toEqual(['ask', 'deny', 'allow']);
});
