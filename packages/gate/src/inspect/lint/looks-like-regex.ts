import type { Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** `Bash:^git .+$`: a regex, whose special characters are literal in a glob. */
export function looksLikeRegex({ rule, position, reaches }: Shape): Finding[] {
  const isText = reaches.some(({ spec: { argument } }) => argument?.kind === 'text');
  const sign = isText ? REGEX_SIGN.exec(rule.pattern.specText)?.[0] : undefined;
  if (sign === undefined) return [];
  const message = `${quotedPattern(rule)} looks like a regular expression, but a pattern is a glob: \`*\` is any text, and \`${sign}\` is only itself`;
  return [{ kind: 'looks-like-regex', rule, position, severity: 'info', message }];
}

/**
 * Text that hardly any command contains: anchors, character classes, a repeated dot in a program's name, groups with
 * alternatives.
 */
const REGEX_SIGN =
  /^\^|\\[dwsbDWSB.](?=$|[^\w])|\.\+|(?<=^[\w-]*)\.\*(?=$|\s)|\(\?[:=!]|\([\w -]+(?:\|[\w -]+)+\)|(?<=[\w)*+])\$$/;
