import {
  absolutePath,
  DEFAULT_RULES,
  describeCall,
  describeVerdict,
  NonInteractiveAskHandler,
  openGate,
  RuntimeRuleStore,
} from '@caliban/gate';

const store = new RuntimeRuleStore(DEFAULT_RULES);
const gate = openGate({
  policy: { rules: store, remember: ({ rule }) => void store.add(rule) },
  mode: { mode: 'default' },
  ask: new NonInteractiveAskHandler({ autoAllow: false }),
  log: { record: ({ tool_name, outcome }) => console.log(`log: ${tool_name} ${outcome}`) },
});

const context = { workspace: absolutePath('/repo') };
for (const [tool, input] of [
  ['Read', { path: 'README.md' }],
  ['Bash', { command: 'git push' }],
] as const) {
  const decision = await gate.check(describeCall({ tool, input, context }), AbortSignal.timeout(1000));
  console.log(decision.outcome === 'allow' ? describeVerdict(decision.verdict) : decision.message);
}
