import type { ListedRule } from '@caliban/agent/session';

/** Why a row can't be changed here, and what to do instead. */
export function readOnlyReason({ rule, counts }: ListedRule): string {
  if (counts === 'until-the-next-start') return 'this rule is no longer in its file; it applies until you restart';
  switch (rule.source.layer) {
    case 'managed':
      return 'managed rules are set by the administrator of this machine; they are read-only here';
    case 'builtin':
      return 'built-in rules are read-only; your own rules come before them (a adds one)';
    case 'cli':
      return 'this rule was given on the command line; start without the flag to drop it';
    case 'runtime':
    case 'local':
    case 'project':
    case 'user':
      return 'this rule is written in a form that cannot be changed here; change its file';
  }
}
