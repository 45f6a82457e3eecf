import { describe, expect, test } from 'vitest';
import { explain } from '../../src/inspect/explain.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { RuntimeRuleStore } from '../../src/state/runtime-rule-store.ts';
import { bash, rules } from '../helpers/rules.ts';

const RULES = rules('deny Bash:rm *', 'allow *');
const ON = { seesThroughWrappers: true };

describe('what a wrapper runs', () => {
  test.each([
    ['env rm x'],
    ['sudo rm x'],
    ['sudo -u root env A=1 rm x'],
    ['ls | xargs rm -f'],
    ['ls | xargs rm'],
    ['ls | xargs sudo rm'],
    ['fd -x rm'],
    ["bash -c 'rm x'"],
    ['find . -exec rm {} \\;'],
    ['setsid -w rm x'],
    ['setpriv --reuid 0 rm x'],
    ['setarch x86_64 rm x'],
    ['numactl -C 0 rm x'],
    ['screen -dm rm x'],
    ["tmux new -d 'rm x'"],
    ["fish --command 'rm x'"],
    ["nu -c 'rm x'"],
    ["echo 'rm x' | sudo sh"],
    ["echo 'rm x' | sudo -s"],
    ["echo 'rm x' | env A=1 bash"],
    ["sudo bash <<'E'\nrm x\nE"],
    ["at now <<< 'rm x'"],
    ["printf '%s ' rm x | bash"],
    ['bash -c \'"$@"\' _ rm x'],
    ["bash -c '$0 x' rm"],
    ['ls | xargs sh -c \'rm "$@"\' _'],
    ['ln -s /bin/rm d && ./d x'],
    ['cp /bin/rm d; ./d x'],
    ['hash -p "$(which rm)" d; d x'],
    ["git -c alias.p='!rm x' p"],
    ['git -c alias.p="!rm x" -c alias.q=p q'],
    ['git bisect run rm x'],
    ["git -C . submodule foreach 'rm x'"],
    ["git rebase -x 'rm x' main"],
    ["git filter-branch --tree-filter 'rm x' HEAD"],
    ['python3 -c "import os; os.system(\'rm x\')"'],
    ["python3 - <<'E'\nimport os\nos.system('rm x')\nE"],
    ["python3 -c \"import subprocess; subprocess.run(['rm', 'x'])\""],
    ["node -e \"require('child_process').execSync('rm x')\""],
    ['perl -e \'system("rm x")\''],
  ])('`%s` meets a deny only with the setting', (command) => {
    expect(judge(createRuleBook(RULES, ON), bash(command)).action).toBe('deny');
    expect(judge(createRuleBook(RULES), bash(command)).action).toBe('allow');
  });

  test.each([
    ['env ls x'],
    ['sudo echo rm x'],
    ['ls | xargs echo rm x'],
    ["bash -c 'echo rm x'"],
    ['python3 -c "print(\'rm x\')"'],
    ['cp a rm && ./rm2 x'],
  ])('`%s` meets none', (command) => {
    expect(judge(createRuleBook(RULES, ON), bash(command)).action).toBe('allow');
  });

  test.each([['sudo rm x'], ['ls && sudo rm x']])('explain shows the rule that denies `%s`', (command) => {
    const { verdict, parts } = explain(RULES, bash(command), ON);
    expect(verdict.action).toBe('deny');
    expect(parts.some(({ tried }) => tried[0]?.decides)).toBe(true);
  });

  test('a session keeps the setting as its rules change', () => {
    const store = new RuntimeRuleStore(RULES, ON);
    store.add(rules('allow Bash:ls *')[0] as (typeof RULES)[number]);
    expect(judge(store.book, bash('sudo rm x')).action).toBe('deny');
  });
});

describe('a deny on a path binds what the line hands on', () => {
  const PATHS = rules('deny Read:.env*', 'deny Write:.github/**', 'allow *');

  test.each([
    ['ls .env | xargs cat', 'deny'],
    ['xargs cat <<< .env', 'deny'],
    ['find .env -exec cat {} +', 'deny'],
    ['find . -name .env -exec cat {} +', 'deny'],
    ['find .github -name x -delete', 'deny'],
    ["sed -n 'w .github/x' a", 'deny'],
    ['docker run -v .env:/x a', 'ask'],
    ['python3 -c "print(open(\'.env\').read())"', 'ask'],
    ['cat src/**/*.ts', 'allow'],
    ["find . -name '*.pyc' -exec rm {} +", 'allow'],
    ['find . -name package.json -exec cat {} +', 'allow'],
  ])('`%s` → %s', (command, action) => {
    expect(judge(createRuleBook(PATHS), bash(command)).action).toBe(action);
  });
});
