import { importCalls, importGate } from '../gate.mjs';
import { WORKSPACE } from '../rule-text.mjs';
import { parsedRules } from './caliban.mjs';

const { describeCall } = await importCalls('describe/describe-call');
const { createRuleBook } = await importGate('judge/rule-book');
const { judge } = await importGate('judge/judge');
const { absolutePath } = await importCalls('text/path');

/** The whole way of the gate up to the verdict: the call described, its command taken apart, every part judged. */
export const engine = {
  about: 'the gate up to the verdict: `describeCall` + `judge`, with shell analysis',
  exact: 'it takes commands apart and judges every part',
  load(rules) {
    const book = createRuleBook([...parsedRules(rules)]);
    const context = { workspace: absolutePath(WORKSPACE), shell: 'bash' };
    return ({ tool, input }) => {
      const { because } = judge(book, describeCall({ tool, input, context }));
      return because.kind === 'rule' ? because.rule.source.line - 1 : -1;
    };
  },
};
