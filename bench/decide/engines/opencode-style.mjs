import { argumentOf, flattened, readRule, widened } from '../rule-text.mjs';

/**
 * Works as opencode's permission matcher does, written anew from a description of it: the last matching rule wins, tool name
 * and argument are both globs, and each glob becomes a fresh RegExp on every call. Here the list is turned round, so that its
 * last match is our first; it has no path globs (`*` crosses `/`) and no argument rules (fields are flattened to text).
 */
export const engine = {
  about: 'a fresh RegExp per rule and call, last match wins over the reversed list; path `*` crosses `/`',
  exact: 'path `*` is widened',
  load(rules) {
    const list = Array.from(rules, (rule) => {
      const { tool, kind, key, glob } = readRule(rule);
      return { tool, glob: kind === 'field' ? `*\n${key}=${glob}\n*` : widened(glob) };
    }).reverse();
    return (call) => {
      const text = argumentOf(call) ?? flattened(call.input);
      const at = list.findLastIndex(({ tool, glob }) => matches(tool, call.tool) && matches(glob, text));
      return at === -1 ? -1 : list.length - 1 - at;
    };
  },
};

export function matches(glob, text) {
  const source = glob.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 's').test(text);
}
