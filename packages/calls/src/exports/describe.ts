export { isSpelledAsNamed, mcpToolName } from '../describe/mcp-tool-name.ts';
export { meantTool, misspelledTool, nearestTool } from '../describe/misspelled-tool.ts';
export type { Target } from '../describe/redirect-targets.ts';
export { redirectTargets } from '../describe/redirect-targets.ts';
export { textsOfInput, withoutFileScheme } from '../describe/texts-of-input.ts';
