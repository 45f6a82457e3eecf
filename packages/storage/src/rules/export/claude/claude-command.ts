import type { Action } from '@caliban/gate';
import type { ArgumentGlob } from '@caliban/gate/types';
import type { Saying } from './claude-saying.ts';
import { inParens, starText } from './claude-text.ts';
import type { Siblings } from './siblings.ts';

export function claudeCommand(
  { glob, anywhere }: Extract<ArgumentGlob, { kind: 'text' }>,
  action: Action,
  siblings: Siblings,
): Saying {
  const { text, exact } = starText(glob);
  if (anywhere) return lookedForAnywhere(text, action, exact);
  if (!exact || text.endsWith(':*')) {
    const why = 'Claude Code has no `?`, no literal `*`, and takes `:*` at the end for any arguments';
    return { kind: 'broader', rules: [bash(text.replace(/:\*$/, '*'))], why };
  }
  // A final ` *` means with or without arguments there; here that takes both rules.
  if (siblings.has(action, 'Bash', `${glob.text} *`)) return { kind: 'exact', rules: [bash(`${text} *`)] };
  if (!text.endsWith(' *') || siblings.has(action, 'Bash', glob.text.slice(0, -2)))
    return { kind: 'exact', rules: [bash(text)] };
  const why = 'there it also matches the command without arguments';
  return { kind: action === 'allow' ? 'wider' : 'broader', rules: [bash(text)], why };
}

function lookedForAnywhere(text: string, action: Action, exact: boolean): Saying {
  const rules = [bash(`*${text}*`.replaceAll(/\*+/g, '*'))];
  if (action === 'allow' && exact) return { kind: 'exact', rules };
  return { kind: 'broader', rules, why: 'Claude Code looks at each command of a line by itself, `~` at all of it' };
}

function bash(text: string): string {
  return inParens('Bash', text);
}
