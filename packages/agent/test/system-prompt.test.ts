import { expect, test } from 'vitest';
import { type PromptFacts, systemPrompt } from '../src/system-prompt.ts';

const FACTS: PromptFacts = {
  workspace: '/repo',
  cwd: '/repo/src',
  date: '2026-11-16',
  platform: 'linux',
  mode: 'default',
};

test.each<[string, Partial<PromptFacts>, string, boolean]>([
  ['where it is', {}, 'Workspace: /repo\nCurrent directory: /repo/src\nDate: 2026-11-16', true],
  ['that a no is a no', {}, 'A denied call is final unless the operator says otherwise', true],
  ['of plan mode in plan mode', { mode: 'plan' }, 'ExitPlanMode', true],
  ['and only there', { mode: 'auto' }, 'ExitPlanMode', false],
  ['who it is', {}, 'You are caliban', true],
  ['what it is told to be instead', { role: 'You are Ariel.' }, 'You are Ariel.', true],
  ['then no more who it is', { role: 'You are Ariel.' }, 'You are caliban', false],
  ['and still that a no is a no', { role: 'You are Ariel.' }, 'A denied call is final', true],
  ['who it is, where nothing is said instead', { role: '' }, 'You are caliban', true],
  ['what the operator wrote down', { instructions: 'use tabs\n' }, '# From the operator\n\nuse tabs', true],
  ['nothing where nothing is written', { instructions: ' ' }, '# From the operator', false],
])('it says %s', (_, facts, text, expected) => {
  expect(systemPrompt({ ...FACTS, ...facts }).includes(text)).toBe(expected);
});
