import { readRule, textFor } from './rule-text.mjs';

/**
 * What all the lists share: rules sorted by tool, then tried in order until one matches.
 * `compile(rule)` makes a matcher, `matches(matcher, text)` runs it, `prepare(text, kind)` readies a call's text once.
 */
export function linearList(rules, { compile, matches, prepare = (text) => text }) {
  const byTool = new Map();
  let index = 0;
  for (const rule of rules) {
    const parsed = readRule(rule);
    if (!byTool.has(parsed.tool)) byTool.set(parsed.tool, []);
    byTool.get(parsed.tool).push({ index: index++, key: parsed.key, kind: parsed.kind, matcher: compile(parsed) });
  }
  return (call) => {
    const list = byTool.get(call.tool);
    if (list === undefined) return -1;
    let key = null;
    let text;
    for (let at = 0; at < list.length; at++) {
      const rule = list[at];
      if (rule.key !== key) {
        key = rule.key;
        const written = textFor(call, key);
        text = written === undefined ? undefined : prepare(written, rule.kind);
      }
      if (text !== undefined && matches(rule.matcher, text)) return rule.index;
    }
    return -1;
  };
}
