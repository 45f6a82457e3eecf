import type { Action } from '@caliban/gate';
import { importRules } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';

type FlagRule = { readonly action: Action; readonly pattern: string };

/** `--allowed-tools` and `--disallowed-tools` of Claude Code, as equivalent rules; denies come first. */
export function toolFlagRules(args: Args): readonly FlagRule[] {
  const [allow, deny] = [toolList(args.text('allowed-tools')), toolList(args.text('disallowed-tools'))];
  if (allow.length === 0 && deny.length === 0) return [];
  const imported = importRules(JSON.stringify({ permissions: { allow, deny } }), {
    format: 'claude',
    fileName: '.claude/settings.json',
  });
  if (!imported.ok) throw new UsageError(`--allowed-tools: ${imported.error.message}`);
  const [lost] = imported.value.notCarriedOver;
  if (lost !== undefined) throw new UsageError(`${lost.what}: ${lost.why}; write it as --allow or --deny`);
  return imported.value.rules.map(({ action, pattern }) => ({ action, pattern }));
}

/** Separated by commas or blanks, but not inside parentheses: `Bash(git log *),Edit Read(src/**)`. */
export function toolList(written = ''): readonly string[] {
  const tools: string[] = [];
  let tool = '';
  let depth = 0;
  for (const character of written) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth > 0 || !/[\s,]/.test(character)) {
      tool += character;
      continue;
    }
    if (tool !== '') tools.push(tool);
    tool = '';
  }
  return tool === '' ? tools : [...tools, tool];
}
