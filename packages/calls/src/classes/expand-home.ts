/** Replaces `$HOME` and any user's `~name` by `~`. */
export function expandHome(word: string): string {
  return word.replace(/^(?:\$HOME|\$\{HOME\}|~[a-z][\w-]*)(?=\/|$)/, '~');
}
