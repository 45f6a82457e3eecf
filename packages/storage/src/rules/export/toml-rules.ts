import { formatPattern, type Rule } from '@caliban/gate';
import type { NotCarriedOver } from '../import/imported.ts';
import type { Exported } from './export-rules.ts';
import { tomlString } from './toml-string.ts';

/** `[permissions]` where something stands in it, then `[[permissions.rules]]`, one table for each rule. */
export function tomlRules(rules: readonly Rule[], settings: readonly string[]): Exported {
  const head = settings.length === 0 ? [] : [`[permissions]\n${settings.map((line) => `${line}\n`).join('')}`];
  const tables = rules.map((rule) => {
    const lines = fieldsOf(rule).map(([key, value]) => `${key} = ${tomlString(value)}\n`);
    return `[[permissions.rules]]\n${lines.join('')}`;
  });
  return { text: [...head, ...tables].join('\n'), notCarriedOver: rules.flatMap(brokenTexts) };
}

function fieldsOf({ pattern, action, comment, reason, expiresAt }: Rule): readonly (readonly [string, string])[] {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['pattern', formatPattern(pattern)],
    ['action', action],
    ['comment', comment],
    ['reason', reason],
    ['expires_at', expiresAt],
  ];
  return fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}

/** Half of a surrogate pair is no character, and TOML holds nothing else. */
function brokenTexts(rule: Rule): readonly NotCarriedOver[] {
  return fieldsOf(rule)
    .filter(([, value]) => /\p{Surrogate}/u.test(value))
    .map(([key]) => ({
      what: `${key} of \`${formatPattern(rule.pattern)}\``,
      why: 'it holds half a character, written as \ufffd',
    }));
}
