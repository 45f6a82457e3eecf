import { createHash } from 'node:crypto';
import {
  absolutePath,
  autoClassifier,
  createGate,
  createModeFilter,
  DEFAULT_RULES,
  describeCall,
  describeVerdict,
  judge,
  NonInteractiveAskHandler,
  RuntimeRuleStore,
  SharedPermissionMode,
} from '@caliban/gate';

const store = new RuntimeRuleStore(DEFAULT_RULES);
const mode = new SharedPermissionMode({ mode: 'default', latched: false });
const { classifier } = autoClassifier({
  disabled: true,
  staticLists: () => null,
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  model: null,
});
const gate = createGate({
  judge: (call) => judge(store.book, call),
  modeFilter: createModeFilter({ mode, classifier }),
  askHandler: new NonInteractiveAskHandler({ autoAllow: false }),
  remember: ({ rule }) => void store.add(rule),
  record: ({ tool_name, outcome }) => console.log(`log: ${tool_name} ${outcome}`),
  mode: () => mode.current,
});

const surroundings = { workspace: absolutePath('/repo') };
for (const [tool, input] of [
  ['Read', { path: 'README.md' }],
  ['Bash', { command: 'git push' }],
] as const) {
  const decision = await gate.check(describeCall({ tool, input, surroundings }), AbortSignal.timeout(1000));
  console.log(decision.outcome === 'allow' ? describeVerdict(decision.verdict) : decision.message);
}
