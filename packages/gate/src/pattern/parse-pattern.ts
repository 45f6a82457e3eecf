import { type Result, TOOL_PROFILES, type ToolProfile, type ToolProfiles } from '@caliban/calls';
import { literalText, matchesText } from '@caliban/calls/globs';
import { fail, ok, type TextGlob } from '@caliban/calls/types';
import type { Pattern, PatternProblem, Spec, ToolGlob } from '../types/pattern.ts';
import { classProblem, classSpec } from './parse-class.ts';
import { parseClaudeSpec } from './parse-claude-spec.ts';
import { ANY_CALL, parseSpec, type SpecProblem } from './parse-spec.ts';
import { parseToolGlob } from './tool-glob.ts';

/**
 * `Tool`, `Tool:spec`, `Tool(spec)` or `@class`; several tools as `A|B`. A pattern that could never match any call is a problem, not a
 * silent no-match.
 */
export function parsePattern(text: string, profiles: ToolProfiles = TOOL_PROFILES): Result<Pattern, PatternProblem> {
  if (text.startsWith('@')) return parseClass(text);
  const mark = firstMark(text);
  const problem = spellingProblem(text, mark) ?? alternativesProblem(mark === -1 ? text : text.slice(0, mark));
  if (problem !== null) return fail(problem);
  if (mark === -1) return ok({ tool: parseToolGlob(text, 'bare'), spelling: 'bare', specText: '', spec: ANY_CALL });

  const spelling = text[mark] === ':' ? 'colon' : 'paren';
  const tool = parseToolGlob(text.slice(0, mark), spelling);
  const specText = specBehind(text, mark);
  const spec = specForTools(tool, { spelling, specText }, profiles);
  if (spec.ok) return ok({ tool, spelling, specText, spec: spec.value });
  return fail({ message: spec.error.message, column: mark + 1 + spec.error.offset + 1 });
}

function parseClass(text: string): Result<Pattern, PatternProblem> {
  const problem = classProblem(text);
  if (problem !== null) return fail({ message: problem.message, column: problem.offset + 1 });
  return ok({ tool: EVERY_TOOL, spelling: 'class', specText: text, spec: 'by-tool' });
}

const EVERY_TOOL: ToolGlob = parseToolGlob('*', 'bare');

/** The pattern's requirements for a call of this tool; null if it can never match one. */
export function specFor(pattern: Pattern, toolName: string, profiles: ToolProfiles = TOOL_PROFILES): Spec | null {
  if (pattern.spec !== 'by-tool') return pattern.spec;
  const profile = profiles.get(toolName);
  if (pattern.spelling === 'class') return classSpec(pattern.specText, profile);
  const spec = readSpec(pattern, toolName, profile);
  return spec.ok ? spec.value : null;
}

/** The same for the text of a pattern that was parsed before, as fast as possible. */
export function specInText(text: string, toolName: string, profiles: ToolProfiles): Spec | null {
  const profile = profiles.get(toolName);
  if (text.startsWith('@')) return classSpec(text, profile);
  const mark = firstMark(text);
  const specText = mark === -1 ? '*' : specBehind(text, mark);
  if (specText === '*') return ANY_CALL;
  const spec = readSpec({ spelling: text[mark] === ':' ? 'colon' : 'paren', specText }, toolName, profile);
  return spec.ok ? spec.value : null;
}

function readSpec(
  { spelling, specText }: Pick<Pattern, 'spelling' | 'specText'>,
  tool: string,
  profile: ToolProfile | undefined,
): Result<Spec, SpecProblem> {
  return spelling === 'paren' ? parseClaudeSpec(specText, tool, profile) : parseSpec(specText, tool, profile);
}

/** Whichever of `:` and `(` comes first ends the tool name. */
function firstMark(text: string): number {
  const colon = text.indexOf(':');
  const paren = text.indexOf('(');
  return colon === -1 || (paren !== -1 && paren < colon) ? paren : colon;
}

function specBehind(text: string, mark: number): string {
  return text.slice(mark + 1, text[mark] === ':' ? text.length : -1);
}

function spellingProblem(text: string, mark: number): PatternProblem | null {
  const toolText = mark === -1 ? text : text.slice(0, mark);
  const name = toolText.trim();
  if (name === '') return { message: 'the tool name is missing; write `Tool`, `Tool:glob` or `*`', column: 1 };
  if (name !== toolText) {
    const column = toolText.startsWith(name) ? name.length + 1 : 1;
    return { message: `a blank stands beside the tool name; write \`${name}${text.slice(toolText.length)}\``, column };
  }
  if (mark === -1) return null;
  const isColon = text[mark] === ':';
  if (!isColon && !text.endsWith(')')) {
    return text.includes(')')
      ? {
          message: 'nothing may follow the closing `)`; write `Tool(glob)` or `Tool:glob`',
          column: text.lastIndexOf(')') + 2,
        }
      : { message: '`(` is never closed; write `Tool(glob)` or `Tool:glob`', column: mark + 1 };
  }
  const spec = specBehind(text, mark);
  const trimmed = spec.trimStart();
  if (trimmed === '')
    return { message: `nothing stands after \`${toolText}\`; write \`${toolText}\` for every call`, column: mark + 2 };
  if (trimmed === spec) return null;
  const written = `${toolText}${text[mark]}${trimmed}${isColon ? '' : ')'}`;
  return { message: `a blank stands before what is to match; write \`${written}\``, column: mark + 2 };
}

/** Each tool that is named must be able to match. */
function alternativesProblem(toolText: string): PatternProblem | null {
  if (!toolText.includes('|')) return null;
  const names = toolText.split('|');
  let column = 1;
  for (const [index, name] of names.entries()) {
    const others = names.filter((other) => other.trim() !== '').map((other) => other.trim());
    const written = [...new Set(others)].join('|');
    const instead = written === '' ? 'write `A|B`' : `write \`${written}\``;
    if (name === '') return { message: `a tool is missing beside \`|\`; ${instead}`, column };
    if (name.trim() !== name) return { message: `a blank stands beside \`|\`; ${instead}`, column };
    if (name.startsWith('@')) return { message: `a class stands alone; write a rule for \`${name}\``, column };
    if (names.indexOf(name) < index) return { message: `\`${name}\` is named twice; ${instead}`, column };
    column += name.length + 1;
  }
  return null;
}

type WrittenSpec = Pick<Pattern, 'spelling' | 'specText'>;

/** One tool: parsed for it. Several: each of them must be able to match. */
function specForTools(
  tool: ToolGlob,
  written: WrittenSpec,
  profiles: ToolProfiles,
): Result<Spec | 'by-tool', SpecProblem> {
  if (written.specText === '*') return ok(ANY_CALL);
  const [only, ...others] = tool.alternatives;
  if (only !== undefined && others.length === 0) return specForGlob(only, written, profiles);
  for (const alternative of tool.alternatives) {
    const spec = specForGlob(alternative, written, profiles);
    if (!spec.ok) return spec;
  }
  return ok('by-tool');
}

/** A glob over names: at least one matching tool must be able to match. */
function specForGlob(
  tool: TextGlob,
  written: WrittenSpec,
  profiles: ToolProfiles,
): Result<Spec | 'by-tool', SpecProblem> {
  const name = literalText(tool);
  if (name !== null) return readSpec(written, name, profiles.get(name));

  let problem: SpecProblem | null = null;
  for (const [known, profile] of profiles) {
    if (!matchesText(tool, known)) continue;
    const spec = readSpec(written, known, profile);
    if (spec.ok) return ok('by-tool');
    if (spec.error.isSlip) return fail(spec.error);
    // The most useful problem is that of a tool with an argument.
    if (problem === null || profile.argument !== null) problem = spec.error;
  }
  const unknownTool = readSpec(written, tool.text, undefined);
  if (unknownTool.ok) return ok('by-tool');
  return fail(problem ?? unknownTool.error);
}
