/** The first policy that matches decides; it carries its number, to be told apart. */
export const CASBIN_MODEL = `
[request_definition]
r = tool, text
[policy_definition]
p = tool, regexp, eft, index
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = r.tool == p.tool && regexMatch(r.text, p.regexp)
`;
