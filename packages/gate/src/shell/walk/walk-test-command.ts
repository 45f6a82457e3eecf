import type { TestExpression } from '../parse/parse-command-line.ts';
import type { Findings } from './findings.ts';
import { walkEvaluatedWord } from './walk-words.ts';

/** `[[ ]]` */
export function walkTest(node: TestExpression, findings: Findings): void {
  findings.countStep();
  switch (node.type) {
    case 'TestUnary':
      walkEvaluatedWord(node.operand, findings);
      break;
    case 'TestBinary':
      walkEvaluatedWord(node.left, findings);
      walkEvaluatedWord(node.right, findings);
      break;
    case 'TestLogical':
      for (const operand of node.operands) walkTest(operand, findings);
      break;
    case 'TestNot':
      walkTest(node.operand, findings);
      break;
    case 'TestGroup':
      walkTest(node.expression, findings);
      break;
    default:
      findings.addUnknownNode(node);
  }
}
