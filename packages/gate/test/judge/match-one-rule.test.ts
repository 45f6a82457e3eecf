import { describe, expect, test } from 'vitest';
import { rule } from '../helpers/rules.ts';
import {
  isForAnyCall,
  ruleMatchesAnywhere,
  ruleMatchesFields,
  ruleMatchesInside,
  ruleMatchesPath,
  ruleMatchesText,
  ruleMatchesUrl,
} from './match-one-rule.ts';

const HERE = { root: 'repo/src/A.ts', home: null, workspace: 'src/A.ts' };

describe('one rule, one call', () => {
  test.each([
    ['any call', 'Bash', isForAnyCall(rule('allow Bash'), 'Bash'), true],
    ['any call, a star', 'Bash:*', isForAnyCall(rule('allow Bash:*'), 'Bash'), true],
    ['any call, a glob', 'Bash:git *', isForAnyCall(rule('allow Bash:git *'), 'Bash'), false],
    ['any call, another tool', 'Bash', isForAnyCall(rule('allow Bash'), 'Read'), false],
    ['text', 'Bash:git *', ruleMatchesText(rule('allow Bash:git *'), 'Bash', 'git push', {}), true],
    ['text, other tool', '*:git *', ruleMatchesText(rule('allow *:git *'), 'Read', 'git push', {}), false],
    [
      'text and field',
      'with',
      ruleMatchesText(rule('allow Bash:command=ls *,timeout=5'), 'Bash', 'ls x', { timeout: 5 }),
      true,
    ],
    [
      'text and field',
      'without',
      ruleMatchesText(rule('allow Bash:command=ls *,timeout=5'), 'Bash', 'ls x', {}),
      false,
    ],
    ['anywhere', 'Bash:~rm *', ruleMatchesAnywhere(rule('deny Bash:~rm *'), 'Bash', 'sudo rm x', {}), true],
    ['anywhere', 'Bash:*rm *', ruleMatchesAnywhere(rule('deny Bash:*rm *'), 'Bash', 'sudo rm x', {}), false],
    ['inside', 'Bash:rm *', ruleMatchesInside(rule('deny Bash:rm *'), 'Bash', 'sudo rm x', {}), true],
    ['path', 'Edit:src/*', ruleMatchesPath(rule('deny Edit:src/*'), 'Edit', HERE, {}), true],
    ['path, at home', 'Edit:~/*', ruleMatchesPath(rule('deny Edit:~/*'), 'Edit', HERE, {}), false],
    ['path, case', 'a.TS', ruleMatchesPath(rule('deny Edit:src/a.TS'), 'Edit', HERE, {}), false],
    ['path, folded', 'a.TS', ruleMatchesPath(rule('deny Edit:src/a.TS'), 'Edit', HERE, {}, { foldPaths: true }), true],
    [
      'url',
      'https://a.test/*',
      ruleMatchesUrl(rule('ask WebFetch:https://a.test/*'), 'WebFetch', 'https://a.test/x', {}),
      true,
    ],
    ['fields', 'x=1', ruleMatchesFields(rule('ask New:x=1'), 'New', { x: 1 }), true],
    ['fields, any call', 'New', ruleMatchesFields(rule('ask New'), 'New', { x: 1 }), false],
  ])('%s (%s): %s', (_, __, found, expected) => {
    expect(found).toBe(expected);
  });
});
