import { createBashTool } from './bash.ts';
import { editTool, multiEditTool } from './edit.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { notebookEditTool } from './notebook-edit.ts';
import { createPlanModeTools, type PlanModeSwitch } from './plan-mode.ts';
import { readTool } from './read.ts';
import type { FoundShell } from './shell/find-shell.ts';
import { todoWriteTool } from './todo-write.ts';
import type { Tool } from './tool.ts';
import { webFetchTool } from './web-fetch.ts';
import { writeTool } from './write.ts';

export type ToolPorts = {
  readonly planMode: PlanModeSwitch;
  /** Must be the shell that the gate gets. */
  readonly shell: FoundShell;
};

/** The tools that always exist; sub-agents and MCP servers add theirs. */
export function createTools({ planMode, shell }: ToolPorts): readonly Tool[] {
  return [
    createBashTool(shell),
    readTool,
    writeTool,
    editTool,
    multiEditTool,
    notebookEditTool,
    grepTool,
    globTool,
    webFetchTool,
    todoWriteTool,
    ...createPlanModeTools(planMode),
  ];
}
