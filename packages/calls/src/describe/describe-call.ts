import { describeUrl } from '../globs/url-glob.ts';
import { analyseCommandLine } from '../shell/analyse-command-line.ts';
import { isPlainCommand } from '../shell/parse/plain-words.ts';
import type { Subject } from '../types/subject.ts';
import type { Access, CallContext, Origin, ToolCall } from '../types/tool-call.ts';
import type { ToolProfiles } from '../types/tool-profile.ts';
import { describePath } from './describe-path.ts';
import { describeReach } from './describe-reach.ts';
import { TOOL_PROFILES } from './tool-profiles.ts';

export type UndescribedCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly origin?: Origin;
  /** What the host knows about the tool's effect, such as MCP's `readOnlyHint`; else the profile's, else unknown. */
  readonly access?: Access;
  readonly profiles?: ToolProfiles;
  /** The globs by which the tool itself finds files, relative to its path. Only if the files aren't judged one by one. */
  readonly globs?: readonly string[];
};

/**
 * What is judged here is what will run. Any input is accepted; a field that is missing or of the wrong type is treated as absent.
 */
export function describeCall({
  tool,
  input,
  context,
  origin = {},
  access,
  profiles = TOOL_PROFILES,
  globs = [],
}: UndescribedCall): ToolCall {
  const profile = profiles.get(tool);
  const subject = profile?.argument == null ? NO_SUBJECT : describeSubject(profile.argument, input, context);
  return {
    tool,
    input,
    subject,
    ...(globs.length === 0 ? {} : { reach: describeReach(globs, { tool, subject, context }) }),
    access: access ?? profile?.access ?? 'unknown',
    context,
    origin,
  };
}

const NO_SUBJECT: Subject = { kind: 'none' };

function describeSubject(
  { field, kind }: { readonly field: string; readonly kind: 'command' | 'path' | 'url' },
  input: unknown,
  context: CallContext,
): Subject {
  const text = textField(input, field);
  switch (kind) {
    case 'command':
      return describeCommand(text ?? '', context);
    case 'path':
      return text === null || text === '' ? NO_SUBJECT : { kind: 'path', ...describePath(text, context) };
    case 'url':
      return text === null || text === '' ? NO_SUBJECT : { kind: 'url', url: describeUrl(text) };
  }
}

function describeCommand(text: string, { shell }: CallContext): Subject {
  if (shell !== 'other' && isPlainCommand(text)) return { kind: 'plain-command', text };
  return { kind: 'command-line', line: analyseCommandLine(text, shell) };
}

function textField(input: unknown, field: string): string | null {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return null;
  const value = (input as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}
