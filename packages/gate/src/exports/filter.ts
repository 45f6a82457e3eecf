export { isAcceptedEdit } from '../filter/accepted-edit.ts';
export { becauseText, isOneOfSeveral, ruleText } from '../filter/because-text.ts';
export { neededPeople, peopleText } from '../filter/needed-people.ts';
export { guardOwnFiles } from '../filter/own-files.ts';
export { isReadOnly } from '../filter/read-only.ts';
export { ruleVerdict } from '../filter/rule-verdict.ts';
