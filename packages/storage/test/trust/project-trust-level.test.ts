import { expect, test } from 'vitest';
import type { ProjectRules } from '../../src/rules/rule-file.ts';
import { projectTrustLevel } from '../../src/trust/project-trust-level.ts';

test.each<[ProjectRules | null, ProjectRules | null, ProjectRules, boolean]>([
  [null, null, 'tighten-only', false],
  [null, 'use', 'use', true],
  [null, 'tighten-only', 'tighten-only', false],
  ['use', null, 'tighten-only', false],
  ['use', 'use', 'use', true],
  ['use', 'tighten-only', 'tighten-only', false],
  ['tighten-only', null, 'tighten-only', false],
  ['tighten-only', 'use', 'tighten-only', false],
  ['tighten-only', 'tighten-only', 'tighten-only', false],
])('settings say %s, the operator %s: rules %s, trusted %s', (said, answer, rules, isTrusted) => {
  const settings = said === null ? {} : { projectRules: { value: said, layer: 'user', file: '/f', line: 1 } as const };
  expect(projectTrustLevel(settings, answer)).toEqual({ rules, isTrusted });
});

test.each<[ProjectRules | null, ProjectRules | null, ProjectRules, boolean]>([
  [null, null, 'use', false],
  [null, 'use', 'use', true],
  [null, 'tighten-only', 'tighten-only', false],
  ['tighten-only', null, 'tighten-only', false],
  ['tighten-only', 'use', 'tighten-only', false],
])(
  'in a session that asks first: settings say %s, the user %s: rules %s, trusted %s',
  (said, answer, rules, isTrusted) => {
    const settings =
      said === null ? {} : { projectRules: { value: said, layer: 'user', file: '/f', line: 1 } as const };
    expect(projectTrustLevel(settings, answer, { unanswered: 'use' })).toEqual({ rules, isTrusted });
  },
);
