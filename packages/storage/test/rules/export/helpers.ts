import { type Action, parsePattern, type Rule } from '@caliban/gate';

/** `allow Bash:git *` as a rule, each on the line of its place. */
export function rulesOf(...texts: readonly string[]): Rule[] {
  return texts.map((text, index) => {
    const [action, ...rest] = text.split(' ');
    const pattern = parsePattern(rest.join(' '));
    if (!pattern.ok) throw new Error(`\`${rest.join(' ')}\`: ${pattern.error.message}`);
    return { pattern: pattern.value, action: action as Action, source: { layer: 'project', line: index + 1 } };
  });
}
