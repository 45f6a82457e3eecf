export { ElicitationAskHandler } from '../mcp/ask/elicitation-ask-handler.ts';
export type { HttpUpstreamParts } from '../mcp/http-upstream.ts';
export { HttpUpstream } from '../mcp/http-upstream.ts';
export { permissionPromptServer } from '../mcp/permission-prompt-server.ts';
export { McpProxy } from '../mcp/proxy.ts';
export { servePermissionPrompt } from '../mcp/serve-permission-prompt.ts';
export { MessageLines } from '../mcp/wire/message-lines.ts';
