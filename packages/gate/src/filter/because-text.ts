import { cutMiddle, visible } from '@caliban/calls/text';
import { classText } from '../pattern/class-of-pattern.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import type { Rule, RuleSource } from '../types/rule.ts';
import type { Because, Part } from '../types/verdict.ts';
import { neededPeopleText } from './needed-people.ts';

/** The reason, in words for people: on one line and safe to print. */
export function becauseText(because: Because): string {
  switch (because.kind) {
    case 'rule':
      return ruleBecauseText(because.rule, because.part);
    case 'no-rule':
      return isOneOfSeveral(because.part) ? `${partText(because.part)} matches no allow rule` : 'no rule matches';
    case 'harmless':
      return 'nothing in it needs a rule';
    case 'opaque': {
      const problem = `the command cannot be vouched for: ${visible(because.problem)}`;
      return because.rule === undefined ? problem : `${problem}; ${ruleText(because.rule)} does not cover that`;
    }
    case 'own-file':
      return `it writes caliban's own ${visible(because.file)}, which is always a question; over ${because.over.action}: ${becauseText(because.over.because)}`;
    case 'mode':
      return `${because.mode} mode, over ${because.over.action}: ${becauseText(because.over.because)}`;
    case 'typed':
      return `the operator typed it, over ${because.over.action}: ${becauseText(because.over.because)}`;
    case 'classifier': {
      const { verdict, source, reason } = because.opinion;
      return `the classifier said ${verdict} (${source}: ${visible(reason)}), over ${because.over.action}: ${becauseText(because.over.because)}`;
    }
    case 'not-confined':
      return `it may run only confined, and ${visible(because.problem)}; over ${because.over.action}: ${becauseText(because.over.because)}`;
    case 'needs-people':
      return `${neededPeopleText(because.people)}; over ${because.over.action}: ${becauseText(because.over.because)}`;
    case 'fault':
      return `the check failed: ${visible(because.message)}`;
  }
}

/** The pattern and its place. */
export function ruleText({ pattern, source }: Rule): string {
  return `rule \`${visible(formatPattern(pattern))}\` (${sourceText(source)})`;
}

function ruleBecauseText(rule: Rule, part: Part | undefined): string {
  const about = classText(rule.pattern);
  return about === null ? matchText(rule, part) : `${matchText(rule, part)}; ${about}`;
}

function matchText(rule: Rule, part: Part | undefined): string {
  if (part?.kind === 'line' && rule.action !== 'allow') return `the line as a whole matches ${ruleText(rule)}`;
  if (!isOneOfSeveral(part)) return ruleText(rule);
  // The built-in rules ask about everything without a written rule.
  if (rule.source.layer === 'builtin' && rule.action === 'ask') return `${partText(part)} matches no allow rule`;
  return `${partText(part)} matches ${ruleText(rule)}`;
}

export function isOneOfSeveral(part: Part | undefined): part is Part {
  return part !== undefined && part.of > 1;
}

function partText({ text, number, of }: Part): string {
  return `"${visible(cutMiddle(text, MAX_PART_BYTES).text)}" (part ${number} of ${of})`;
}

const MAX_PART_BYTES = 300;

function sourceText({ layer, file, line }: RuleSource): string {
  if (file === undefined) return layer;
  return `${layer}, ${visible(file)}${line === undefined ? '' : `:${line}`}`;
}
