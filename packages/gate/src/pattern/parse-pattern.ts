import { TOOL_PROFILES } from '../describe/tool-profiles.ts';
import { literalText, matchesText, parseTextGlob } from '../text/text-glob.ts';
import type { TextGlob } from '../types/glob.ts';
import type { Pattern, PatternProblem, Spec } from '../types/pattern.ts';
import { fail, ok, type Result } from '../types/result.ts';
import type { ToolProfiles } from '../types/tool-profile.ts';
import { ANY_CALL, parseSpec, type SpecProblem } from './parse-spec.ts';

/** `Tool`, `Tool:spec` or `Tool(spec)`. A pattern that could never match any call is a problem, not a silent no-match. */
export function parsePattern(text: string, profiles: ToolProfiles = TOOL_PROFILES): Result<Pattern, PatternProblem> {
  const mark = firstMark(text);
  const problem = spellingProblem(text, mark);
  if (problem !== null) return fail(problem);
  if (mark === -1) return ok({ tool: parseTextGlob(text), spelling: 'bare', specText: '', spec: ANY_CALL });

  const tool = parseTextGlob(text.slice(0, mark));
  const spelling = text[mark] === ':' ? 'colon' : 'paren';
  const specText = specBehind(text, mark);
  const spec = specForGlob(tool, specText, profiles);
  if (spec.ok) return ok({ tool, spelling, specText, spec: spec.value });
  return fail({ message: spec.error.message, column: mark + 1 + spec.error.offset + 1 });
}

/** What the pattern asks of a call of this tool; null when it can never match one. */
export function specFor(pattern: Pattern, toolName: string, profiles: ToolProfiles = TOOL_PROFILES): Spec | null {
  if (pattern.spec !== 'by-tool') return pattern.spec;
  const spec = parseSpec(pattern.specText, toolName, profiles.get(toolName));
  return spec.ok ? spec.value : null;
}

/** The same by the text of a pattern that was parsed before, as fast as it can be told. */
export function specInText(text: string, toolName: string, profiles: ToolProfiles): Spec | null {
  const mark = firstMark(text);
  const specText = mark === -1 ? '*' : specBehind(text, mark);
  if (specText === '*') return ANY_CALL;
  const spec = parseSpec(specText, toolName, profiles.get(toolName));
  return spec.ok ? spec.value : null;
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

/** One tool: read for it. A glob over names: at least one tool it reaches must be able to match. */
function specForGlob(tool: TextGlob, specText: string, profiles: ToolProfiles): Result<Spec | 'by-tool', SpecProblem> {
  if (specText === '*') return ok(ANY_CALL);
  const name = literalText(tool);
  if (name !== null) return parseSpec(specText, name, profiles.get(name));

  let problem: SpecProblem | null = null;
  for (const [known, profile] of profiles) {
    if (!matchesText(tool, known)) continue;
    const spec = parseSpec(specText, known, profile);
    if (spec.ok) return ok('by-tool');
    if (spec.error.isSlip) return fail(spec.error);
    // The most telling problem is the one of a tool that has an argument at all.
    if (problem === null || profile.argument !== null) problem = spec.error;
  }
  const unknownTool = parseSpec(specText, tool.text, undefined);
  if (unknownTool.ok) return ok('by-tool');
  return fail(problem ?? unknownTool.error);
}
