import type { CallContext, ToolCall } from '../types/tool-call.ts';
import type { ClassName } from './class-names.ts';
import { type RunCommand, runCommands } from './run-commands.ts';
import { filesOfCall, filesOfCommand, filesOfRedirect, type TouchedFile } from './touched-files.ts';

/** One kind of harmful call. Each of its tests is sufficient. */
export type Danger = {
  readonly name: string;
  /** Shown to anyone who is refused or asked. */
  readonly why: string;
  /** The class whose rules apply to it; null if there is none. */
  readonly class: ClassName | null;
  /** Tests one program that the call runs. */
  readonly command?: (command: RunCommand, context: CallContext) => boolean;
  /** Tests one file that it reads or writes. */
  readonly file?: (file: TouchedFile, context: CallContext) => boolean;
  readonly url?: (url: string) => boolean;
  /** Tests the call as a whole: its commands together, or its input. */
  readonly call?: (call: ToolCall) => boolean;
};

/** Whether any part of the call, or the call as a whole, is of this kind. */
export function isDanger(danger: Danger, call: ToolCall): boolean {
  const { subject } = call;
  if (danger.call?.(call) === true) return true;
  if (danger.url !== undefined && subject.kind === 'url' && danger.url(subject.url.normal ?? subject.url.written))
    return true;
  if (isDangerousFile(danger, filesOfCall(call), call)) return true;
  if (runCommands(call).some((command) => isDangerousCommand(danger, command, call))) return true;
  return (
    subject.kind === 'command-line' && subject.line.redirects.some((_, at) => isDangerousRedirect(danger, at, call))
  );
}

export function isDangerousCommand(danger: Danger, command: RunCommand, call: ToolCall): boolean {
  if (danger.command?.(command, call.context) === true) return true;
  return danger.file !== undefined && isDangerousFile(danger, filesOfCommand(command, call), call);
}

export function isDangerousRedirect(danger: Danger, index: number, call: ToolCall): boolean {
  return danger.file !== undefined && isDangerousFile(danger, filesOfRedirect(index, call), call);
}

function isDangerousFile({ file: isMeant }: Danger, files: readonly TouchedFile[], { context }: ToolCall): boolean {
  return isMeant !== undefined && files.some((file) => isMeant(file, context));
}
