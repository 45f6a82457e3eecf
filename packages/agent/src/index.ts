// The public names, listed one by one; anything else is internal. The other packages of this repository also use the subpaths in
// package.json, each defined in src/exports. packages/agent/README.md describes each name.

// the loop
export type { Agent, AgentParts } from './agent.ts';
export { createAgent } from './agent.ts';
export type { RecordEntry, TranscriptEntry } from './conversation/conversation.ts';
// messages and models
export type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolMessage,
  ToolResult,
  ToolUse,
  UserMessage,
} from './conversation/messages.ts';
export type { AgentEvent, Denial, RunEnd, ToolEnd } from './events.ts';
// headless runs
export type { ExitCode } from './headless/exit-code.ts';
export type { Frame, InitFacts } from './headless/frames.ts';
export type { OutputFormat } from './headless/output.ts';
export { OUTPUT_FORMATS } from './headless/output.ts';
export { readPrompts } from './headless/read-prompts.ts';
export type { HeadlessRun } from './headless/run-headless.ts';
export { runHeadless } from './headless/run-headless.ts';
// hooks
export type { CommandHookPlace, CommandHookSettings, HookEvent } from './hooks/command-hook.ts';
export { commandHook, HOOK_EVENTS } from './hooks/command-hook.ts';
export type { AgentLimits } from './loop/limits.ts';
export { DEFAULT_LIMITS } from './loop/limits.ts';
// MCP servers
export type { McpContext } from './mcp/mcp-connection.ts';
export type { McpServers } from './mcp/mcp-servers.ts';
export { connectMcpServers } from './mcp/mcp-servers.ts';
export type { McpServerSettings, McpStatus } from './mcp/server-settings.ts';
export type {
  JsonSchema,
  Model,
  ModelEvent,
  ModelRequest,
  ModelTrouble,
  StopReason,
  ToolSpec,
  Usage,
} from './models/model.ts';
export { MalformedInput, ModelError } from './models/model.ts';
export type { ModelSettings, RouteProblem } from './models/model-settings.ts';
export type { ModelRouter, RoutedModel, RouterParts } from './models/router.ts';
export { createModelRouter } from './models/router.ts';
// sessions
export type { SessionSummary } from './sessions/list-sessions.ts';
export { latestSession, listSessions } from './sessions/list-sessions.ts';
export type { LoadedSession } from './sessions/load-session.ts';
export { loadSession } from './sessions/load-session.ts';
export type { TranscriptPlace } from './sessions/transcript.ts';
export { openTranscript } from './sessions/transcript.ts';
export { newSessionId, sessionsDirectory, transcriptFile } from './sessions/transcript-file.ts';
export type { PromptFacts } from './system-prompt.ts';
export { systemPrompt } from './system-prompt.ts';
// tools
export type { ToolPorts } from './tools/registry.ts';
export { createTools } from './tools/registry.ts';
export type { ProcessGroups, SessionState, Todo, Tool, ToolContext, ToolOutput } from './tools/tool.ts';
