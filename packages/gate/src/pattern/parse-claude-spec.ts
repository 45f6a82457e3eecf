import type { Result, ToolProfile } from '@caliban/calls';
import { escapeGlob, parsePathGlob, parseTextGlob, urlsOfHost } from '@caliban/calls/globs';
import { fail, ok } from '@caliban/calls/types';
import type { Spec } from '../types/pattern.ts';
import { gitignorePath } from './gitignore-path.ts';
import { ANY_CALL, parseSpec, type SpecProblem } from './parse-spec.ts';

/**
 * The text between the parentheses of `Tool(…)`, with its meaning in Claude Code. Some texts have no meaning in Claude Code's
 * grammar (`~x`, a URL, `key=glob`); these mean the same as after a colon.
 */
export function parseClaudeSpec(
  written: string,
  tool: string,
  profile: ToolProfile | undefined,
): Result<Spec, SpecProblem> {
  if (written === '*') return ok(ANY_CALL);
  if (written.startsWith('@')) return parseSpec(written, tool, profile);
  const field = fieldProblem(written, tool, profile);
  if (field !== null) return fail(field);
  switch (profile?.argument?.kind) {
    case 'command':
      return LOOKS_ANYWHERE.test(written) ? parseSpec(written, tool, profile) : parseCommand(written, tool);
    case 'path':
      return parsePath(written);
    case 'url':
      return written.startsWith('domain:') ? parseDomain(written) : parseSpec(written, tool, profile);
    case undefined:
      return tool === 'Agent' && !written.includes('=')
        ? ok({ argument: null, fields: [{ keys: ['subagent_type'], glob: starGlob(written) }] })
        : parseSpec(written, tool, profile);
  }
}

const LOOKS_ANYWHERE = /^~(?!\/)/;

/** ` *` and `:*` at the end mean with or without arguments. */
function parseCommand(written: string, tool: string): Result<Spec, SpecProblem> {
  const text = unescapedParens(written.endsWith(':*') ? `${written.slice(0, -2)} *` : written);
  const trimmed = text.trimEnd();
  if (trimmed !== text) {
    return fail({
      message: `a command never ends with a blank; write \`${tool}(${trimmed})\``,
      offset: trimmed.length,
    });
  }
  const glob = starGlob(text);
  const command = text.endsWith(' *') ? text.slice(0, -2).trimEnd() : null;
  if (command === '' || /^\*+$/.test(text)) return ok(ANY_CALL);
  const argument = { kind: 'text', glob, anywhere: false } as const;
  return ok({ argument: command === null ? argument : { ...argument, bare: starGlob(command) }, fields: [] });
}

function parsePath(written: string): Result<Spec, SpecProblem> {
  const glob = gitignorePath(written, { action: 'allow' });
  if (glob === null) {
    return fail({ message: '`!`, `#` and `[:…:]` have no meaning in a path here; write the path itself', offset: 0 });
  }
  const parsed = parsePathGlob(glob);
  if (!parsed.ok) return fail({ message: parsed.error.message, offset: 0 });
  return ok({ argument: { kind: 'path', glob: parsed.value }, fields: [] });
}

function parseDomain(written: string): Result<Spec, SpecProblem> {
  const offset = 'domain:'.length;
  const host = written.slice(offset).trim().replace(/\.$/, '');
  if (host === '') return fail({ message: 'no domain is named; write `domain:example.com`', offset });
  const labels = host.startsWith('*.') ? host.slice(2) : host;
  if (/[/?\\\s@]/.test(host))
    return fail({ message: 'a domain is a host name alone; write `domain:example.com`', offset });
  if (host !== '*' && labels.includes('*')) {
    return fail({
      message: 'only `*.` at the start of a domain stands for other hosts; write `domain:*.example.com`',
      offset,
    });
  }
  return ok({ argument: { kind: 'url', glob: urlsOfHost(host) }, fields: [] });
}

/**
 * `Tool(field:value)`: in Claude Code a field in a deny or ask, and text in an allow. A pattern means the same in every rule, so
 * it has to be written differently. `timeout:*` is the command `timeout`.
 */
function fieldProblem(written: string, tool: string, profile: ToolProfile | undefined): SpecProblem | null {
  const [, key, value] = /^([A-Za-z_]\w*):(.+)$/s.exec(written) ?? [];
  if (key === undefined || value === undefined) return null;
  const isField = profile === undefined || (profile.fields.includes(key) && key !== profile.argument?.field);
  if (!isField || (profile?.argument?.kind === 'command' && value === '*')) return null;
  return { message: `a field is matched behind a colon; write \`${tool}:${key}=${value}\``, offset: 0 };
}

/** Only `*` is special, and it can't be escaped. */
export function starText(text: string): string {
  return text
    .split(/\*+/)
    .map((piece) => escapeGlob(piece))
    .join('*');
}

function starGlob(text: string): ReturnType<typeof parseTextGlob> {
  return parseTextGlob(starText(text));
}

/** A backslash makes a parenthesis or a backslash literal. */
function unescapedParens(text: string): string {
  return text.replaceAll(/\\([\\()])/g, '$1');
}
