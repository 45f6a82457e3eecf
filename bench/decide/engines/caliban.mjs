import { importCalls, importGate } from '../gate.mjs';
import { WORKSPACE } from '../rule-text.mjs';

const { TOOL_PROFILES } = await importCalls('describe/tool-profiles');
const { compileRules } = await importGate('judge/rule-book');
const { EVERY_ACTION, NO_RULE } = await importGate('judge/rule-index');
const { parsePattern } = await importGate('pattern/parse-pattern');
const { absolutePath } = await importCalls('text/path');
const { belowAnchor } = await importCalls('globs/path-glob');

/** The gate's rule index alone: from the raw call to the position of the first matching rule, commands not taken apart. */
export const engine = {
  about: "the gate's own index, from the raw call to the rule; no shell analysis",
  load(rules) {
    const index = compileRules(parsedRules(rules));
    const base = absolutePath(WORKSPACE);
    const roots = { workspace: base };
    return ({ tool, input }) => {
      const candidates = index.forTool(tool);
      let first = candidates.firstAny(EVERY_ACTION, NO_RULE);
      switch (TOOL_PROFILES.get(tool)?.argument?.kind) {
        case 'command':
          first = candidates.firstText(input.command, input, EVERY_ACTION, first);
          break;
        case 'path': {
          const path = absolutePath(input.path, { base });
          const probe = {
            root: belowAnchor('root', path, roots),
            home: null,
            workspace: belowAnchor('workspace', path, roots),
          };
          first = candidates.firstPath(probe, input, EVERY_ACTION, first);
          break;
        }
      }
      first = candidates.firstFields(input, EVERY_ACTION, first);
      return first === NO_RULE ? -1 : first;
    };
  },
};

/** Rules the way the gate takes them, one at a time. The line is the position, for whoever sees only the rule. */
export function* parsedRules(rules) {
  let line = 0;
  for (const { pattern, action } of rules) {
    const parsed = parsePattern(pattern);
    if (!parsed.ok) throw new Error(`\`${pattern}\`: ${parsed.error.message}`);
    yield { pattern: parsed.value, action, source: { layer: 'user', line: ++line } };
  }
}
