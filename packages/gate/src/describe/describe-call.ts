import { analyseCommandLine } from '../shell/analyse-command-line.ts';
import { isPlainCommand } from '../shell/parse/plain-words.ts';
import { hasParent, openedPath } from '../text/opened-path.ts';
import { absolutePath } from '../text/path.ts';
import { describeUrl } from '../text/url-glob.ts';
import type { Subject } from '../types/subject.ts';
import type { Access, Origin, Surroundings, ToolCall } from '../types/tool-call.ts';
import type { ToolProfiles } from '../types/tool-profile.ts';
import { describeReach } from './describe-reach.ts';
import { TOOL_PROFILES } from './tool-profiles.ts';

export type UndescribedCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly surroundings: Surroundings;
  readonly origin?: Origin;
  /** What the host knows of the tool's effect, such as MCP's `readOnlyHint`; else the profile's, else unknown. */
  readonly access?: Access;
  readonly profiles?: ToolProfiles;
  /** By which the tool finds files itself, from its path on. Only where no one judges each file. */
  readonly globs?: readonly string[];
};

/** What is judged here is what will run. Any input is described; what is missing or of the wrong type is simply not there. */
export function describeCall({
  tool,
  input,
  surroundings,
  origin = {},
  access,
  profiles = TOOL_PROFILES,
  globs = [],
}: UndescribedCall): ToolCall {
  const profile = profiles.get(tool);
  const subject = profile?.argument == null ? NO_SUBJECT : describeSubject(profile.argument, input, surroundings);
  return {
    tool,
    input,
    subject,
    ...(globs.length === 0 ? {} : { reach: describeReach(globs, { tool, subject, surroundings }) }),
    access: access ?? profile?.access ?? 'unknown',
    surroundings,
    origin,
  };
}

const NO_SUBJECT: Subject = { kind: 'none' };

function describeSubject(
  { field, kind }: { readonly field: string; readonly kind: 'command' | 'path' | 'url' },
  input: unknown,
  surroundings: Surroundings,
): Subject {
  const text = textField(input, field);
  switch (kind) {
    case 'command':
      return describeCommand(text ?? '', surroundings);
    case 'path':
      return text === null || text === '' ? NO_SUBJECT : describePath(text, surroundings);
    case 'url':
      return text === null || text === '' ? NO_SUBJECT : { kind: 'url', url: describeUrl(text) };
  }
}

function describeCommand(text: string, { shell }: Surroundings): Subject {
  if (shell !== 'other' && isPlainCommand(text)) return { kind: 'plain-command', text };
  return { kind: 'command-line', line: analyseCommandLine(text, shell) };
}

function describePath(text: string, { workspace, cwd = workspace, home, realPath }: Surroundings): Subject {
  const written = absolutePath(text, { base: cwd, home });
  if (realPath === undefined) return { kind: 'path', written, real: written };
  const real = realPath(written);
  if (!hasParent(text)) return { kind: 'path', written, real };
  const opened = openedPath(
    text.replace(/^~(?=\/)/, () => home ?? '~'),
    cwd,
    realPath,
  );
  return opened === real ? { kind: 'path', written, real } : { kind: 'path', written, real, opened };
}

function textField(input: unknown, field: string): string | null {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return null;
  const value = (input as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}
