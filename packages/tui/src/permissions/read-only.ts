import type { DeskRule } from '../ports.ts';

/** Why a row cannot be changed here, and what can be done instead. */
export function readOnlyReason({ rule, counts }: DeskRule): string {
  if (counts === 'until-the-next-start') return 'its file holds this rule no more; it counts until the next start';
  switch (rule.source.layer) {
    case 'managed':
      return 'managed rules are set by whoever runs this machine; they are read-only here';
    case 'builtin':
      return 'built-in rules are read-only; a rule of yours above them speaks first (a adds one)';
    case 'cli':
      return 'this rule was given on the command line; start without the flag to drop it';
    case 'runtime':
    case 'local':
    case 'project':
    case 'user':
      return 'this rule stands in a form that cannot be changed here; change its file';
  }
}
