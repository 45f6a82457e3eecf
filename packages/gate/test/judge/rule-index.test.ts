import { CLASS_NAMES } from '@caliban/calls/types';
import { describe, expect, test } from 'vitest';
import { strictSpelling } from '../../src/judge/command-spellings.ts';
import { compileRules } from '../../src/judge/rule-book.ts';
import { type Accept, type ActionSet, actionBit, NO_RULE, type ToolRules } from '../../src/judge/rule-index.ts';
import type { Rule } from '../../src/types/rule.ts';
import {
  isForAnyCall,
  type MatchOptions,
  ruleMatchesAnywhere,
  ruleMatchesFields,
  ruleMatchesInside,
  ruleMatchesPath,
  ruleMatchesText,
  ruleMatchesUrl,
  specOf,
} from './match-one-rule.ts';
import {
  createRandom,
  type Random,
  randomInput,
  randomProbe,
  randomRules,
  randomText,
  randomUrlText,
  TOOLS,
  textLike,
} from './random-rules.ts';

/** One kind of look-up: the index's way, and the slow and obvious one. */
type LookUp = {
  readonly name: string;
  readonly first: (tool: ToolRules, actions: ActionSet, below: number, accept?: Accept) => number;
  readonly matches: (rule: Rule, tool: string) => boolean;
};

function lookUps(random: Random, rules: readonly Rule[], options: MatchOptions): LookUp[] {
  const text = textLike(random.chance(0.8) ? random.pick(rules).pattern.specText : randomText(random), random);
  const url = random.chance(0.5) ? randomUrlText(random) : text;
  const path = randomProbe(random);
  const input = randomInput(random);
  const classes = new Set([random.pick(CLASS_NAMES), random.pick(CLASS_NAMES)]);
  return [
    {
      name: `any call`,
      first: (tool, actions, below) => tool.firstAny(actions, below),
      matches: (rule, tool) => isForAnyCall(rule, tool, options),
    },
    {
      name: `any rule`,
      first: (tool, actions, below) => tool.firstOf(actions, below),
      matches: (rule, tool) => specOf(rule, tool, options) !== null,
    },
    {
      name: `text ${JSON.stringify(text)} ${JSON.stringify(input)}`,
      first: (tool, ...rest) => tool.firstText(text, input, ...rest),
      matches: (rule, tool) => ruleMatchesText(rule, tool, text, input, options),
    },
    {
      name: `~ ${JSON.stringify(text)} ${JSON.stringify(input)}`,
      first: (tool, actions, below) => tool.firstAnywhere(text, input, actions, below),
      matches: (rule, tool) => ruleMatchesAnywhere(rule, tool, text, input, options),
    },
    {
      name: `inside ${JSON.stringify(text)} ${JSON.stringify(input)}`,
      first: (tool, actions, below) => tool.firstInside(text, input, actions, below),
      matches: (rule, tool) => ruleMatchesInside(rule, tool, text, input, options),
    },
    {
      name: `path ${JSON.stringify(path)} ${JSON.stringify(input)}`,
      first: (tool, ...rest) => tool.firstPath(path, input, ...rest),
      matches: (rule, tool) => ruleMatchesPath(rule, tool, path, input, options),
    },
    {
      name: `url ${url} ${JSON.stringify(input)}`,
      first: (tool, actions, below) => tool.firstUrl(url, input, actions, below),
      matches: (rule, tool) => ruleMatchesUrl(rule, tool, url, input, options),
    },
    {
      name: `classes ${[...classes].join()}`,
      first: (tool, actions, below) => tool.firstClass(classes, actions, below),
      matches: (rule, tool) => {
        const argument = specOf(rule, tool, options)?.argument;
        return argument?.kind === 'class' && classes.has(argument.name);
      },
    },
    {
      name: `fields ${JSON.stringify(input)}`,
      first: (tool, actions, below) => tool.firstFields(input, actions, below),
      matches: (rule, tool) => ruleMatchesFields(rule, tool, input, options),
    },
  ];
}

const ACTION_SETS: readonly ActionSet[] = [1, 2, 3, 4, 5, 6, 7];

/** Every look-up with every set of actions, several bounds, with and without `accept`; returns how many were compared. */
function compare(seed: number, size: number, calls: number, options: MatchOptions = {}): number {
  const random = createRandom(seed);
  const rules = randomRules(random, size);
  const index = compileRules(rules, { foldPaths: options.foldPaths ?? false });
  let compared = 0;
  for (let call = 0; call < calls; call++) {
    for (const { name, first, matches } of lookUps(random, rules, options)) {
      const toolName = random.pick(TOOLS);
      const tool = index.forTool(toolName);
      const matching = rules.flatMap((rule, position) => (matches(rule, toolName) ? [position] : []));
      const bounds = [NO_RULE, 0, random.below(size + 1), ...matching.slice(0, 2), (matching[0] ?? 0) + 1];
      const even: Accept = (position) => position % 2 === 0;
      for (const accept of name.startsWith('text') || name.startsWith('path') ? [undefined, even] : [undefined]) {
        for (const actions of ACTION_SETS) {
          const firsts = matching.filter(
            (position) => actionBit((rules[position] as Rule).action) & actions && (accept?.(position) ?? true),
          );
          for (const below of bounds) {
            const expected = firsts[0] !== undefined && firsts[0] < below ? firsts[0] : below;
            const found = first(tool, actions, below, accept);
            compared++;
            if (found !== expected) {
              const rule = rules[Math.min(found, expected)]?.pattern;
              expect.fail(
                `seed ${seed}, ${size} rules, ${toolName}, ${name}, actions ${actions}, below ${below}: ` +
                  `${found} instead of ${expected} (${rule?.tool.text}, ${rule?.spelling}, ${rule?.specText})`,
              );
            }
          }
        }
      }
    }
  }
  return compared;
}

/** What every deny and ask rule for a command spells, one after the other. */
function strictOperators(rules: readonly Rule[], tool: string): number {
  return rules.reduce((set, rule) => {
    const argument = rule.action === 'allow' ? undefined : specOf(rule, tool, {})?.argument;
    return argument?.kind === 'text' ? set | strictSpelling(argument.glob.text) : set;
  }, 0);
}

describe('the operators that deny and ask rules spell', () => {
  test.each([1, 3, 10, 40, 400])('of %i rules', (size) => {
    for (let seed = 1; seed <= 40; seed++) {
      const rules = randomRules(createRandom(seed * 6007 + size), size);
      for (const tool of TOOLS) {
        expect(compileRules(rules).forTool(tool).strictOperators).toBe(strictOperators(rules, tool));
      }
    }
  });
});

describe('the index finds what trying every rule in order finds', () => {
  test.each([
    [1, 200, 12],
    [3, 100, 12],
    [10, 40, 20],
    [40, 12, 30],
    [200, 4, 40],
    [1000, 2, 30],
    [3000, 1, 25],
  ])('%i rules, %i times', (size, times, calls) => {
    let compared = 0;
    for (let seed = 1; seed <= times; seed++) compared += compare(seed * 7919 + size, size, calls);
    expect(compared).toBeGreaterThan(8000);
  });

  test.each([1, 5, 50, 400])('%i rules, where the file system tells no case apart', (size) => {
    for (let seed = 1; seed <= 8; seed++) compare(seed * 104729 + size, size, 20, { foldPaths: true });
  });
});
