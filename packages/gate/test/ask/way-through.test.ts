import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { wayThrough } from '../../src/ask/way-through.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import type { ToolCall } from '../../src/types/tool-call.ts';
import { bashCall, fileCall, lineCall, madeCall, madeRule, urlCall } from '../helpers/made-calls.ts';
import { bash, call } from '../helpers/rules.ts';

/** The pattern of the first `--allow` in the advice, as a shell would hand it to the program. */
function pasted(advice: string): string {
  const [, flags = ''] = /run again with (--allow '.*)$/s.exec(advice) ?? [];
  const words = flags.replace(/ \(or --allow .*| \(no rule.*|, (which|put) .*/s, '');
  return execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' }).split('\0')[1] ?? '';
}

test.each<[ToolCall]>([
  [bashCall('git push')],
  [bashCall('~/bin/deploy --now')],
  [lineCall(['git commit -m "it\'s *done*?"'])],
  [lineCall(['git status', 'rm -rf build'])],
  [lineCall(['timeout=5 make', 'a, b'])],
  [lineCall(['$X y'], { nameless: [0] })],
  [lineCall(['a', 'b'], { problems: ['p'] })],
  [fileCall('Write', '/etc/{a},b [c]*')],
  [fileCall('Write', '/repo/link', '/etc/x,y')],
  [fileCall('Edit', '/repo/.caliban/permissions.toml')],
  [urlCall('https://Docs.test:443/a?b=*&c')],
  [urlCall('https://docs.test')],
  [urlCall('https://me:pw@docs.test/')],
  [urlCall('no url')],
  [madeCall('mcp__forge__open')],
  [bash('git push')],
  [bash('git commit -m "it\'s *done*?"')],
  [bash('git status && rm -rf build')],
  [bash('cat a.txt | grep x > out.txt')],
  [bash('for f in *.ts; do wc -l "$f"; done')],
  [bash('~/bin/deploy --now')],
  [bash('timeout=5 make')],
  [bash('NODE_ENV=test npm run build')],
  [bash("cat <<'E' > notes.md\nhello *you*\nE")],
  [bash('echo "$(date)" >> "$LOG"')],
  [bash('$EDITOR file')],
  [bash('echo "unbalanced')],
  [bash('  ls   -la  ')],
  [call('Write', { path: '/etc/{a},b [c]*' })],
  [call('Edit', { path: '/repo/.caliban/permissions.toml' })],
  [call('WebFetch', { url: 'https://Docs.test:443/a?b=*&c' })],
  [call('WebFetch', { url: 'https://docs.test' })],
  [call('WebFetch', { url: 'https://me:pw@docs.test/' })],
  [call('mcp__forge__open', { title: 'x' })],
])('the flag, pasted, lets it through: %#', (asked) => {
  const verdict = judge(createRuleBook(DEFAULT_RULES), asked);
  expect(verdict.action).toBe('ask');
  const pattern = pasted(wayThrough({ call: asked, verdict }));
  const flag = madeRule(pattern, 'allow', { source: { layer: 'cli' } });
  expect([pattern, judge(createRuleBook([flag, ...DEFAULT_RULES]), asked).action]).toEqual([pattern, 'allow']);
});

test.each([
  [bash('git push'), "to let it through from now on, the operator can run caliban perms add 'Bash:git push' allow"],
  [
    call('Edit', { path: '/repo/src/a.ts' }),
    "to let it through from now on, the operator can run caliban perms add 'Edit:/repo/src/a.ts' allow",
  ],
  [
    call('mcp__forge__open', {}),
    "to let it through from now on, the operator can run caliban perms add 'mcp__forge__open' allow",
  ],
])('where another agent makes the calls, a rule is offered: %#', (asked, text) => {
  const verdict = judge(createRuleBook(DEFAULT_RULES), asked);
  expect(wayThrough({ call: asked, verdict }, 'rule')).toBe(text);
});
