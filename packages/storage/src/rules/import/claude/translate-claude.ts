import { TOOL_PROFILES } from '@caliban/calls';
import { escapeGlob } from '@caliban/calls/globs';
import type { Action } from '@caliban/gate';
import { EDITING_TOOLS, gitignorePath, READING_TOOLS, starText } from '@caliban/gate/pattern';
import { inParens } from '../../export/claude/claude-text.ts';
import type { Translation } from '../import-rule.ts';
import { oddName } from '../patterns/odd-name.ts';
import { commandPattern, fieldPattern, withArguments } from '../patterns/wildcard.ts';
import { claudeDomain } from './claude-domain.ts';
import type { ClaudeRule } from './claude-rule.ts';

export type ClaudeContext = { readonly action: Action; readonly settingsDirectory?: string | undefined };

/**
 * What a Claude Code rule matches. Where its documentation is ambiguous, an allow gets the narrow reading, a deny or ask the wide
 * one.
 */
export function translateClaude(rule: ClaudeRule, context: ClaudeContext): Translation {
  const { tool, specifier } = rule;
  if (tool === 'Cd') return { kind: 'none', why: 'it is about the `/cd` command of Claude Code' };
  const odd = oddName(tool);
  if (odd !== null) return odd;
  if (specifier === null) return wholeTool(tool, context.action);
  const field = fieldOf(rule, context.action);
  if (field !== null) return field;
  switch (tool) {
    case 'Bash':
      return commandRule(specifier, context.action);
    case 'PowerShell':
      return powerShellRule(specifier, context.action);
    case 'Read':
    case 'Edit':
      return fileRule(tool, specifier, context);
    case 'Write':
    case 'MultiEdit':
    case 'NotebookEdit':
    case 'Grep':
    case 'Glob':
      return unconsulted(tool, specifier, context);
    case 'WebFetch':
      return webRule(specifier, context.action);
    case 'Agent':
      return {
        kind: 'exact',
        patterns: [
          specifier.includes('=')
            ? fieldPattern('Agent', 'subagent_type', starText(specifier))
            : inParens('Agent', specifier),
        ],
      };
    default:
      return specifier === '*' ? wholeTool(tool, context.action) : withoutArgument(tool);
  }
}

/** The rule's own text, if it means the same here. */
function commandRule(specifier: string, action: Action): Translation {
  const globs = claudeCommands(specifier, action);
  const isUnsure = globs.length === 1 && /(?: |:)\*$/.test(specifier);
  if (isUnsure || /^~(?!\/)|^@|^\s|\s$/.test(specifier)) return { kind: 'exact', patterns: globs.map(commandPattern) };
  return { kind: 'exact', patterns: [inParens('Bash', specifier)] };
}

/** The globs of a command rule. ` *` and `:*` at the end mean with or without arguments. */
export function claudeCommands(specifier: string, action: Action): readonly string[] {
  const written = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier;
  const glob = starText(written);
  if (!glob.endsWith(' *')) return [glob];
  const command = glob.slice(0, -2);
  if (command.trim() === '') return action === 'allow' ? [glob] : ['*'];
  // With a second wildcard, the documentation doesn't say whether the bare command matches.
  return action === 'allow' && command.includes('*') ? [glob] : withArguments(command);
}

/** PowerShell ignores case and has aliases; caliban matches its commands like those of any shell, character by character. */
function powerShellRule(specifier: string, action: Action): Translation {
  const why = 'PowerShell ignores case and knows aliases, and caliban judges its commands as Bash, letter by letter';
  return { kind: 'broader', patterns: claudeCommands(specifier, action).map(commandPattern), why };
}

function wholeTool(tool: string, action: Action): Translation {
  if (tool.includes('*')) return toolGlob(tool, action);
  if (/^mcp__[^_](?:(?!__).)*$/.test(tool)) return { kind: 'exact', patterns: [tool] };
  if (tool === 'Edit')
    return { kind: 'exact', patterns: [anyOf(action === 'allow' ? ['Edit', 'MultiEdit'] : EDITING_TOOLS)] };
  if (tool === 'Read') return { kind: 'exact', patterns: [anyOf(action === 'allow' ? ['Read'] : READING_TOOLS)] };
  return { kind: 'exact', patterns: [escapeGlob(tool)] };
}

function toolGlob(tool: string, action: Action): Translation {
  if (action !== 'allow' || /^mcp__[^*]+?__/.test(tool)) return { kind: 'exact', patterns: [starText(tool)] };
  return { kind: 'none', why: 'Claude Code ignores an allow whose wildcard is not behind `mcp__server__`' };
}

/** `Tool(param:value)`: only a deny or ask can test a parameter, and never the main one of the tool. */
function fieldOf({ tool, specifier }: ClaudeRule, action: Action): Translation | null {
  const [, key, value] = /^\s*([A-Za-z_]\w*)\s*:\s*(.+)$/s.exec(specifier ?? '') ?? [];
  if (key === undefined || value === undefined || action === 'allow' || (tool === 'WebFetch' && key === 'domain'))
    return null;
  if (PRIMARY_FIELDS.has(`${tool}.${key}`)) {
    return { kind: 'none', why: `Claude Code ignores a rule about \`${key}\`; write the value alone` };
  }
  const profile = TOOL_PROFILES.get(tool);
  if (profile === undefined ? !tool.startsWith('mcp__') : !profile.fields.includes(key)) {
    // `git:*` is a command, `c:/x` a path: only a field name makes it a field rule.
    return tool === 'Agent' ? { kind: 'tools-only', tools: [tool], why: `caliban's ${tool} has no \`${key}\`` } : null;
  }
  const patterns = [fieldPattern(escapeGlob(tool), key, starText(value))];
  if (tool === 'Bash' && value === '*') patterns.push(...claudeCommands(`${key}:*`, action).map(commandPattern));
  return { kind: 'exact', patterns };
}

const PRIMARY_FIELDS: ReadonlySet<string> = new Set([
  ...['Bash.command', 'PowerShell.command', 'Read.file_path', 'Edit.file_path', 'Write.file_path'],
  ...['Grep.path', 'Glob.path', 'NotebookEdit.notebook_path', 'WebFetch.url'],
]);

/** `Read` rules apply to everything that reads, `Edit` rules to everything that writes; a denied read also denies edits. */
function fileRule(tool: 'Read' | 'Edit', specifier: string, { action, settingsDirectory }: ClaudeContext): Translation {
  const family = tool === 'Edit' ? EDITING_TOOLS : READING_TOOLS;
  const others = tool === 'Read' && action === 'deny' ? ['Edit', 'Write', 'MultiEdit'] : [];
  const tools = [...family, ...others];
  if (specifier.trim() === '*' && action !== 'allow') return { kind: 'exact', patterns: [anyOf(tools)] };
  const glob = specifier.trim() === '*' ? '**' : gitignorePath(specifier, { action, settingsDirectory });
  if (glob === null) return { kind: 'tools-only', tools, why: 'caliban has no such path pattern' };
  if (specifier === '*' || glob !== gitignorePath(specifier, { action: 'allow' })) {
    return { kind: 'exact', patterns: [`${anyOf(tools)}:${glob}`] };
  }
  const alsoDenied = others.length === 0 ? [] : [`${anyOf(others)}:${glob}`];
  return { kind: 'exact', patterns: [inParens(tool, specifier), ...alsoDenied] };
}

function anyOf(tools: readonly string[]): string {
  return tools.join('|');
}

/** Claude Code accepts such a rule and never checks it. A deny or ask is imported all the same. */
function unconsulted(tool: string, specifier: string, context: ClaudeContext): Translation {
  const [family, right] = tool === 'Glob' || tool === 'Grep' ? ['Read', 'reads'] : ['Edit', 'edits'];
  const why = `Claude Code judges what ${right} by \`${family}(…)\` alone and never looks at this rule`;
  if (context.action === 'allow') return { kind: 'none', why: `${why}; write \`${family}(${specifier})\`` };
  if (specifier.trim() === '*') return { kind: 'exact', patterns: [tool] };
  const glob = gitignorePath(specifier, context);
  if (glob === null) return { kind: 'tools-only', tools: [tool], why };
  return { kind: 'broader', patterns: [`${tool}:${glob}`], why };
}

function webRule(specifier: string, action: Action): Translation {
  if (specifier.startsWith('domain:')) return claudeDomain(specifier, action);
  if (specifier === '*') return { kind: 'exact', patterns: [action === 'allow' ? 'WebFetch:*://*' : 'WebFetch'] };
  const why = 'Claude Code matches WebFetch by `domain:` alone';
  if (action === 'allow' || !specifier.includes('://')) return { kind: 'tools-only', tools: ['WebFetch'], why };
  return { kind: 'broader', patterns: [`WebFetch:${starText(specifier)}`], why };
}

function withoutArgument(tool: string): Translation {
  const why = `caliban does not know what a call of ${tool} is about`;
  return { kind: 'tools-only', tools: [escapeGlob(tool)], why };
}
