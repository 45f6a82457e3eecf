/** `$HOME` and somebody's `~name` as `~`. */
export function expandHome(word: string): string {
  return word.replace(/^(?:\$HOME|\$\{HOME\}|~[a-z][\w-]*)(?=\/|$)/, '~');
}
