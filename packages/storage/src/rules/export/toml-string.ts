/** Text as a TOML 1.0 string. A literal one where backslashes or quotes would have to be doubled, else a basic one. */
export function tomlString(text: string): string {
  const wellFormed = text.replaceAll(LONE_SURROGATE, '\ufffd');
  if (/[\\"]/.test(wellFormed) && !NOT_LITERAL.test(wellFormed)) return `'${wellFormed}'`;
  return `"${wellFormed.replaceAll(MUST_ESCAPE, escaped)}"`;
}

const LONE_SURROGATE = /\p{Surrogate}/gu;
const NOT_LITERAL = /['\u0000-\u0008\u000a-\u001f\u007f]/;
const MUST_ESCAPE = /["\\\u0000-\u001f\u007f]/g;

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};
