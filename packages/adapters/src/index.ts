// The public names, listed one by one; anything else is internal. The other packages of this repository also use the subpaths in
// package.json, each defined in src/exports. packages/adapters/README.md describes each name.

// other agents
export type { Host } from './hosts/host.ts';
export type { HostAdapter, HostCall, HostOutcome, HostReply, HostRequest, ParkableCall } from './hosts/host-adapter.ts';
export type { HostName } from './hosts/registry.ts';
export { HOST_NAMES, HOSTS } from './hosts/registry.ts';
// other SDKs
export type { AiSdkOptions, AiSdkTool } from './sdks/ai-sdk.ts';
export { guardAiSdkTools } from './sdks/ai-sdk.ts';
export type { Guard, GuardedCall, NamedCall } from './sdks/check-call.ts';
export { checkCall } from './sdks/check-call.ts';
export type { CanUseTool, PermissionResult } from './sdks/claude-agent-sdk.ts';
export { canUseTool } from './sdks/claude-agent-sdk.ts';
export { guardTool, ToolRefused } from './sdks/guard-tool.ts';
export type { LangChainTool } from './sdks/langchain.ts';
export { guardLangChainTool } from './sdks/langchain.ts';
export type { McpClient } from './sdks/mcp-client.ts';
export { guardMcpClient } from './sdks/mcp-client.ts';
export type { McpToolName } from './sdks/mcp-handler.ts';
export { guardMcpHandler } from './sdks/mcp-handler.ts';
export type { OpenAiAgentsTool } from './sdks/openai-agents.ts';
export { guardOpenAiAgentsTool } from './sdks/openai-agents.ts';
