import { importPeer } from '../peer.mjs';
import { argumentOf, readRule, widened } from '../rule-text.mjs';

const cedar = await importPeer('@cedar-policy/cedar-wasm/nodejs');

const NOBODY = { type: 'User', id: 'agent' };
const NOTHING = { type: 'Resource', id: 'machine' };

/** Cedar knows no order: every policy is evaluated, and the lowest matching id is the first rule. Its `like` has one star. */
export const engine = {
  about: 'cedar-wasm, preparsed policy set, `statefulIsAuthorized`; lowest matching id; path `*` crosses `/`',
  exact: 'path `*` is widened',
  sizes: [10, 100, 1000, 10_000],
  beyond: 'the policy set takes half a minute and more to parse',
  load(rules) {
    const staticPolicies = {};
    let index = 0;
    for (const rule of rules) staticPolicies[`r${index++}`] = policy(readRule(rule));
    const set = { staticPolicies, templates: {}, templateLinks: [] };
    const parsed = cedar.preparsePolicySet('bench', set);
    if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed).slice(0, 300));
    return (call) => {
      const text = argumentOf(call);
      const answer = cedar.statefulIsAuthorized({
        principal: NOBODY,
        action: { type: 'Action', id: call.tool },
        resource: NOTHING,
        context: text === null ? call.input : { text },
        preparsedPolicySetId: 'bench',
        entities: [],
      });
      return lowest(answer.response.diagnostics.reason);
    };
  },
};

function policy({ tool, kind, key, glob }) {
  const field = kind === 'field' ? key : 'text';
  const like = JSON.stringify(widened(glob));
  return `permit(principal, action == Action::"${tool}", resource) when { context has ${field} && context.${field} like ${like} };`;
}

function lowest(ids) {
  let first = -1;
  for (const id of ids) {
    const index = Number(id.slice(1));
    if (first === -1 || index < first) first = index;
  }
  return first;
}
