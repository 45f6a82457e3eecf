import type { Scope } from '@caliban/gate';
import { expect, test } from 'vitest';
import { ruleForm, SCOPES } from '../../src/fields/rule-form.ts';
import { ruleFormLines } from '../../src/fields/rule-form-lines.ts';
import { lineText } from '../../src/screen/line.ts';

test.each<[columns: number, scope: Scope, row: string]>([
  [60, 'local', ' Scope     session [local] project  user'],
  [60, 'user', ' Scope     session  local  project [user]'],
  [40, 'local', ' Scope     session [local] project  user'],
  // Not all of them fit: the one that is chosen comes first, so that it is not the one that is cut off; a sign stands for others.
  [39, 'local', ' Scope    …[local] project  user'],
  [20, 'session', ' Scope    [session] local  project  user'],
  [20, 'local', ' Scope    …[local] project  user'],
  [20, 'user', ' Scope    …[user]'],
])('%i columns, %s', (columns, scope, row) => {
  const form = ruleForm({ pattern: 'Bash:git *', action: 'allow' }, { actions: ['allow'], scopes: SCOPES, scope });
  expect(ruleFormLines(form, { columns }).map(lineText)).toContain(row);
});
