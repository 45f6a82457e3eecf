export { isSpelledAsNamed, mcpToolName } from '../describe/mcp-tool-name.ts';
export { misspelledTool, nearestTool } from '../describe/misspelled-tool.ts';
