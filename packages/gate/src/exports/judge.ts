export { BuiltParts } from '../judge/index/built-parts.ts';
export type { IndexParts, RuleChunk, RuleGroupData, ToolGlobsData } from '../judge/index/index-parts.ts';
export { CHUNK } from '../judge/index/index-parts.ts';
export { judgeAtHost, writtenRules } from '../judge/left-to-host.ts';
export type { BookParts } from '../judge/rule-book.ts';
export { bookOfParts, buildBook } from '../judge/rule-book.ts';
