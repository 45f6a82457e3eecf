import { CASBIN_MODEL } from '../casbin-model.mjs';
import { regexpSource } from '../glob-to-regexp.mjs';
import { importPeer } from '../peer.mjs';
import { argumentOf, flattened, readRule } from '../rule-text.mjs';

const { newEnforcer, newModel } = await importPeer('casbin');

export const engine = {
  about: '`priority(p.eft) || deny`, `enforceExSync`, regexMatch; fields flattened to text',
  async load(rules) {
    const enforcer = await newEnforcer(newModel(CASBIN_MODEL));
    let index = 0;
    const policies = Array.from(rules, (rule) => [
      readRule(rule).tool,
      sourceFor(readRule(rule)),
      rule.action === 'deny' ? 'deny' : 'allow',
      String(index++),
    ]);
    await enforcer.addPolicies(policies);
    return (call) => {
      const [, matched] = enforcer.enforceExSync(call.tool, argumentOf(call) ?? flattened(call.input));
      return matched.length === 0 ? -1 : Number(matched[3]);
    };
  },
};

/** Its regexMatch takes a source without flags. */
function sourceFor(rule) {
  const source = regexpSource(rule, { any: '[^]' });
  return rule.kind === 'field' ? `\\n${rule.key}=${source.slice(1, -1).replaceAll('[^]', '.')}\\n` : source;
}
