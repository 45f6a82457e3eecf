import type { Findings } from './findings.ts';
import type { TestExpression } from './parse-command-line.ts';
import { EVALUATED } from './text-flow.ts';
import { walkEvaluatedWord, walkSubscript } from './walk-words.ts';

/** `[[ ]]` */
export function walkTest(node: TestExpression, findings: Findings): void {
  findings.countStep();
  switch (node.type) {
    case 'TestUnary':
      if (node.operator === '-v' || node.operator === '-R') {
        findings.evaluatesValues = true;
        findings.flow.pour(node.operand, EVALUATED);
      }
      walkEvaluatedWord(node.operand, findings);
      break;
    case 'TestBinary': {
      const walkOperand = /^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator) ? walkSubscript : walkEvaluatedWord;
      if (node.operator === '=~') findings.flow.pour(node.left, 'BASH_REMATCH');
      walkOperand(node.left, findings);
      walkOperand(node.right, findings);
      break;
    }
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
