export { EVERY_OPERATOR, operatorCount, operatorsSpelt } from '../shell/operators.ts';
export { isPlainCommand } from '../shell/parse/plain-words.ts';
export { plainUnit } from '../shell/walk/make-unit.ts';
