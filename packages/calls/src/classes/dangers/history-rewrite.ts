import type { Danger } from '../danger.ts';
import { withoutGlobalOptions } from '../git-arguments.ts';
import type { RunCommand } from '../run-commands.ts';
import { hasFlag, operands } from './deletions.ts';
import { pathTest } from './path-test.ts';

export const HISTORY_REWRITES: Danger = {
  name: 'history-rewrites',
  why: 'rewrites or drops history, branches or uncommitted work',
  class: 'history-rewrite',
  command: rewritesHistory,
  file: (file, context) => file.access === 'write' && isOfRepository(file, context),
};

/** Only git itself writes these. */
const isOfRepository = pathTest([
  '/**/.git/{HEAD,index,packed-refs,ORIG_HEAD,shallow}',
  '/**/.git/{objects,refs,logs}/**',
]);

function rewritesHistory({ program, args }: RunCommand): boolean {
  if (/^git-(?:filter-repo|filter-branch)$|^bfg$/.test(program)) return true;
  if (program !== 'git') return false;
  if (args.some((word) => /^gc\.\w*expire\w*=(?:now|all)$/i.test(word))) return true;
  const [subcommand = '', ...rest] = withoutGlobalOptions(args);
  return LOSES.get(subcommand)?.(rest) ?? false;
}

const LOSES: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map(
  Object.entries<(args: readonly string[]) => boolean>({
    push: (args) =>
      hasFlag(args, /^[a-z]*[fd]/, 'force') ||
      args.some((word) => /^(?:--force-|--mirror|--delete|--prune|\+|:.)/.test(word)),
    reset: (args) => args.some((word) => /^--(?:h(?:a(?:rd?)?)?|m(?:e(?:r(?:ge?)?)?)?|k(?:e(?:ep?)?)?)$/.test(word)),
    rebase: (args) => !args.some((word) => /^--(?:abort|continue|skip|quit|show-current-patch|edit-todo)$/.test(word)),
    commit: (args) => args.includes('--amend'),
    'filter-branch': () => true,
    'filter-repo': () => true,
    'update-ref': () => true,
    replace: (args) => args.length > 0 && !args.includes('-l') && !args.includes('--list'),
    reflog: (args) => args.some((word) => word === 'expire' || word === 'delete'),
    gc: (args) => args.some((word) => word.startsWith('--prune')),
    prune: (args) => !args.includes('-n') && !args.includes('--dry-run'),
    // `-d` refuses unmerged branches.
    branch: (args) => hasFlag(args, /[DMfC]/, 'force'),
    tag: (args) => hasFlag(args, /^[df]/, 'delete') || args.includes('--force'),
    stash: (args) => args.some((word) => word === 'drop' || word === 'clear'),
    checkout: (args) =>
      hasFlag(args, /^[a-z]*[fB]/, 'force') ||
      args.some((word) => word === '--' || word === '.') ||
      (operands(args).length > 1 && !args.includes('-b')),
    switch: (args) => hasFlag(args, /^[a-z]*[fC]/, 'discard-changes') || args.includes('--force'),
    restore: (args) => !args.includes('--staged') && !args.includes('-S'),
    worktree: (args) => args.includes('remove') && hasFlag(args, /f/, 'force'),
  }),
);
