import { literalText, matchesText } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { formatPattern, type Rule } from '@caliban/gate';
import { STRICTNESS } from '@caliban/gate/types';
import type { NotCarriedOver } from '../../import/imported.ts';

/**
 * In Claude Code a deny beats an ask and an ask beats an allow, wherever they are. So a rule above a stricter one that may match
 * the same calls loses to it there.
 */
export function lostOrder(rules: readonly Rule[]): readonly NotCarriedOver[] {
  const stricter = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => rule.action !== 'allow');
  return rules.flatMap((rule, index): NotCarriedOver[] => {
    if (rule.action === 'deny') return [];
    const below = stricter.find(
      (other) =>
        other.index > index && STRICTNESS[other.rule.action] > STRICTNESS[rule.action] && mayMeet(rule, other.rule),
    );
    if (below === undefined) return [];
    return [
      {
        what: `${rule.action} \`${formatPattern(rule.pattern)}\` above ${below.rule.action} \`${formatPattern(below.rule.pattern)}\``,
        why: `Claude Code has no order: there ${below.rule.action} wins where both match`,
        ...(rule.source.line === undefined ? {} : { line: rule.source.line }),
      },
    ];
  });
}

/** False only if the two certainly have no call in common. */
function mayMeet(one: Rule, other: Rule): boolean {
  if (!mayShareTool(one, other)) return false;
  const [first, second] = [commandGlob(one), commandGlob(other)];
  return first === null || second === null || mayShareText(first, second);
}

function mayShareTool({ pattern: { tool: one } }: Rule, { pattern: { tool: other } }: Rule): boolean {
  return one.alternatives.some((each) => other.alternatives.some((another) => mayShareName(each, another)));
}

function mayShareName(one: TextGlob, other: TextGlob): boolean {
  const [first, second] = [literalText(one), literalText(other)];
  if (first !== null) return matchesText(other, first);
  return second === null || matchesText(one, second);
}

/** Only commands are compared: two paths may lead to the same file, two URLs to the same page. */
function commandGlob({ pattern: { spec } }: Rule): TextGlob | null {
  if (spec === 'by-tool' || spec.argument?.kind !== 'text' || spec.argument.anywhere) return null;
  // The bare command has the same prefix as the one with arguments, except for the blank.
  if (spec.argument.bare !== undefined) return null;
  return spec.argument.glob;
}

function mayShareText(one: TextGlob, other: TextGlob): boolean {
  const [first, second] = [literalText(one), literalText(other)];
  if (first !== null) return matchesText(other, first);
  if (second !== null) return matchesText(one, second);
  const [start, otherStart] = [fixedStart(one), fixedStart(other)];
  return start.startsWith(otherStart) || otherStart.startsWith(start);
}

function fixedStart({ text }: TextGlob): string {
  const end = text.search(/[*?\\]/);
  return end === -1 ? text : text.slice(0, end);
}
