import { didYouMean, visible } from '@caliban/calls/text';
import { shellQuote } from '@caliban/gate/ask';
import { ACTIONS } from '@caliban/gate/types';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';
import { targetOf } from '../rules/writing.ts';
import { PERMS_COMMANDS } from './perms-commands.ts';

/** What to type instead of an unknown verb of `perms`. */
export function noSuchVerbText([verb = '', ...rest]: readonly string[], terminal: Terminal): string {
  const nothing = `there is no \`perms ${visible(verb)}\``;
  if (EDIT_WORDS.has(verb)) {
    const { permissions } = targetOf(locationsAt({}, terminal), 'project');
    return `${nothing}; to change rules, use \`caliban perms add\` and \`caliban perms remove\`, type \`/permissions\` in a session, or open ${visible(permissions)} in an editor and run \`caliban perms lint\` afterwards`;
  }
  const action = ACTIONS.find((known) => known === verb);
  if (action !== undefined) {
    const pattern = rest.find((word) => !word.startsWith('-')) ?? 'PATTERN';
    return `${nothing}; to write a rule, use \`caliban perms add ${shellQuote(visible(pattern))} ${action}\``;
  }
  const names = PERMS_COMMANDS.map(({ name }) => name);
  const meant = OTHER_VERBS[verb];
  const near = meant === undefined ? didYouMean(verb, names) : ` (did you mean \`${meant}\`?)`;
  return `${nothing}${near}; see \`caliban perms --help\``;
}

const EDIT_WORDS: ReadonlySet<string> = new Set(['edit', 'change', 'set', 'open', 'modify', 'update']);

/** Other programs' names for our verbs. */
const OTHER_VERBS: Readonly<Record<string, string>> = {
  ...{ ls: 'list', show: 'list', get: 'list', rules: 'list' },
  ...{ rm: 'remove', delete: 'remove', del: 'remove', unset: 'remove' },
  ...{ new: 'add', create: 'add', check: 'test', try: 'test', why: 'explain', validate: 'lint' },
  ...{ log: 'audit', logs: 'audit', history: 'audit', stats: 'audit --stats' },
};
