import type { HostAdapter } from './host-adapter.ts';
import { type EventFamily, eventOf, readAnswerEvent, readEvent } from './protocol/event-payload.ts';
import { blocked, reasonText, SILENCE, sayJson } from './protocol/host-replies.ts';
import { makeAdapter } from './protocol/make-adapter.ts';
import { geminiTools } from './tools/gemini-tools.ts';
import { qwenReadings } from './tools/path-readings.ts';
import { readCalls } from './tools/read-calls.ts';
import { shellTool } from './tools/shell-tool.ts';
import { named, type ReadTool, type ToolMap } from './tools/tool-map.ts';
import { addressedFetchTool } from './tools/web-tool.ts';

const ownList: ReadTool = named('TodoWrite');

const TOOLS: ToolMap = new Map<string, ReadTool>([
  ...geminiTools(qwenReadings),
  ['monitor', shellTool({ command: ['command'], directory: ['directory', 'dir_path'] })],
  ['web_fetch', addressedFetchTool],
  ['agent', named('Agent')],
  ['task', named('Agent')],
  // Our allow would spare the question whether to leave plan mode, so it is not taken for the one that is allowed by default.
  ['exit_plan_mode', named('exit_plan_mode', 'internal')],
  ['ask_user_question', named('AskUserQuestion', 'internal')],
  ['todo_write', ownList],
  ['task_create', ownList],
  ['task_update', ownList],
  ['task_get', ownList],
  ['task_list', ownList],
]);

const EVENTS: EventFamily = {
  judged: ['PreToolUse'],
  ignored: new Set([
    ...['PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'SessionStart', 'SessionEnd', 'Stop', 'StopFailure'],
    ...['SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'Notification'],
  ]),
  answers: new Map([
    ['PostToolUse', 'ran'],
    ['PostToolUseFailure', 'failed'],
  ]),
  // Its `yolo` opens nothing of ours.
  modes: new Map([
    ['plan', 'default'],
    ['auto_edit', 'acceptEdits'],
    ['auto-edit', 'acceptEdits'],
  ]),
  calls: (tool, input) => readCalls(TOOLS, tool, input),
};

/** Decision and reason are both required. Where nobody can be asked, it takes an ask for a deny by itself. */
export const qwenCode: HostAdapter = makeAdapter({
  name: 'qwen-code',
  canAsk: true,
  silence: SILENCE,
  shell: () => 'bash',
  read: (payload) => readEvent(payload, EVENTS),
  readAnswer: (payload) => readAnswerEvent(payload, EVENTS),
  reply({ action, message }, payload) {
    if (eventOf(payload, EVENTS) !== 'PreToolUse') return blocked(message);
    const reason = action === 'allow' && message.trim() === '' ? 'allowed by caliban' : reasonText(message);
    return sayJson({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: action,
        permissionDecisionReason: reason,
      },
    });
  },
});
