import { escapeGlob } from '@caliban/calls/globs';
import type { ImportedPattern } from '../import-rule.ts';
import { commandPattern } from '../patterns/wildcard.ts';
import type { ClaudeEntry } from './claude-rule.ts';
import { claudeCommands } from './translate-claude.ts';

/**
 * Claude Code looks for denied commands behind wrappers (`timeout 5 rm x`), and for denied files in commands that read them
 * (`cat .env`). Caliban judges a command as written. If an allow of the same file would now let such a command through, an ask is
 * put before it.
 */
export function reachIntoShell(
  strict: readonly ClaudeEntry[],
  allows: readonly ClaudeEntry[],
): { readonly rules: readonly ImportedPattern[]; readonly notices: readonly string[] } {
  const commands = strict.filter(({ rule }) => rule.tool === 'Bash' && rule.specifier !== null);
  const files = strict.filter(({ rule }) => (rule.tool === 'Read' || rule.tool === 'Edit') && rule.specifier !== null);
  const wrapped = letThrough(allows, WRAPPERS).length > 0 ? commands.flatMap(behindWrapper) : [];
  const readers = letThrough(allows, FILE_COMMANDS);
  const named = files.flatMap((file) => namedInCommand(file, readers));
  return {
    rules: [...wrapped, ...named],
    notices: [...(commands.length === 0 ? [] : [WRAPPER_NOTICE]), ...(files.length === 0 ? [] : [FILE_NOTICE])],
  };
}

const WRAPPERS: readonly string[] = [
  'timeout',
  'time',
  'nice',
  'nohup',
  'stdbuf',
  'command',
  'builtin',
  'noglob',
  'xargs',
];
const FILE_COMMANDS: readonly string[] = ['cat', 'head', 'tail', 'sed'];

const WRAPPER_NOTICE = `Claude Code also matches commands behind ${WRAPPERS.join(', ')}; caliban matches them as written, and asks`;
const FILE_NOTICE = `Claude Code also keeps ${FILE_COMMANDS.join(', ')} from files that Read and Edit rules deny; in caliban add rules like \`Bash:~.env\``;

/** The programs that an allow may cover. */
function letThrough(allows: readonly ClaudeEntry[], programs: readonly string[]): readonly string[] {
  const allowed = allows.flatMap(({ rule: { tool, specifier } }) =>
    tool === 'Bash' ? [specifier?.split(/[ :]/, 1)[0] ?? '*'] : [],
  );
  return programs.filter((program) => allowed.some((name) => name.includes('*') || name === program));
}

function behindWrapper({ foreign, rule }: ClaudeEntry): ImportedPattern[] {
  return claudeCommands(rule.specifier ?? '', foreign.action)
    .filter((glob) => !glob.startsWith('*'))
    .map((glob) => asked(commandPattern(`* ${glob}`), `a wrapper around ${foreign.text}`));
}

/** The last plain name in the path is what a command would have to contain; for a directory, with the slash after it. */
function namedInCommand({ foreign, rule }: ClaudeEntry, readers: readonly string[]): ImportedPattern[] {
  const [name] = [...(rule.specifier ?? '').matchAll(/[^/*?[\]\\]{3,}(?:\/(?=\*|$))?/g)].at(-1) ?? [];
  if (name === undefined) return [];
  return readers.map((reader) =>
    asked(`Bash:${reader} *${escapeGlob(name)}*`, `a command that names the file of ${foreign.text}`),
  );
}

function asked(pattern: string, comment: string): ImportedPattern {
  return { rule: { pattern, action: 'ask', comment }, widened: false };
}
