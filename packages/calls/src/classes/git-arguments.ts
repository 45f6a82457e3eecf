/** The subcommand and its arguments: `git -C dir -c key=value --git-dir=x push -f` is `push -f`. */
export function withoutGlobalOptions(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && (args[at] as string).startsWith('-')) at += TAKES_A_VALUE.test(args[at] as string) ? 2 : 1;
  return args.slice(at);
}

const TAKES_A_VALUE = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/;
