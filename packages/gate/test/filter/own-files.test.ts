import { type AbsolutePath, describeCall, type ToolCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { NonInteractiveAskHandler } from '../../src/ask/non-interactive-ask-handler.ts';
import { autoClassifier } from '../../src/classify/auto-classifier.ts';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { createModeFilter } from '../../src/filter/mode-filter.ts';
import { guardOwnFiles } from '../../src/filter/own-files.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { SharedPermissionMode } from '../../src/state/shared-permission-mode.ts';
import { PERMISSION_MODES, type PermissionMode } from '../../src/types/permission-mode.ts';
import { curated } from '../defaults/curated.ts';
import { CALM, madeRule, WORKSPACE } from '../helpers/made-calls.ts';
import { FINE, saying } from '../helpers/made-classifiers.ts';

const OWN = ['/repo/.caliban', '/home/me/.config/caliban', '/home/me/.local/state/caliban'] as AbsolutePath[];
const LINKED = '/repo/innocent' as AbsolutePath;

const everything = createRuleBook([madeRule('*', 'allow')]);
const guarded = guardOwnFiles(
  (call) => judge(everything, call),
  () => OWN,
);

function call(tool: string, argument: string): ToolCall {
  const input = tool === 'Bash' ? { command: argument } : { path: argument };
  const realPath = (path: AbsolutePath) =>
    path.startsWith(LINKED) ? (path.replace(LINKED, '/repo/.caliban') as AbsolutePath) : path;
  return describeCall({
    tool,
    input,
    context: { workspace: WORKSPACE, home: '/home/me' as AbsolutePath, realPath },
  });
}

describe('with a rule that allows everything', () => {
  test.each([
    ['Write', '.caliban/permissions.toml'],
    ['Edit', '/repo/.caliban/settings.toml'],
    ['Edit', 'src/../.caliban/permissions.local.toml'],
    ['Write', '.CALIBAN/permissions.toml'],
    ['MultiEdit', '~/.config/caliban/permissions.toml'],
    ['Write', '/home/me/.local/state/caliban/permission-decisions.jsonl'],
    ['Write', 'innocent/permissions.toml'],
    ['Bash', 'echo x > .caliban/permissions.toml'],
    ['Bash', 'echo x >> innocent/permissions.toml'],
    ['Bash', 'cd .caliban && echo x > permissions.toml'],
    ['Bash', 'f=.caliban/permissions.toml; echo x > $f'],
    ['Bash', 'd=.caliban; echo x >> "$d/permissions.toml"'],
    ['Bash', 'd=~/.config; echo x > "$d/caliban/permissions.toml"'],
    ['Bash', 'f=permissions.toml; cd .caliban && echo x > "$f"'],
    ['Bash', 'tee .caliban/permissions.toml'],
    ['Bash', 'true | tee -a ./.caliban/permissions.toml'],
    ['Bash', 'cp evil.toml .caliban/permissions.toml'],
    ['Bash', 'sed -i s/deny/allow/ .caliban/permissions.toml'],
    ['Bash', 'rm -rf .caliban'],
    ['Bash', "tcsh -c 'sed -i s/a/b/ ~/.config/cal*/permissions.toml'"],
    ['Bash', "mksh -c 'sed -i s/a/b/ ~/.config/cal*/permissions.toml'"],
    ['Bash', 'X=rm; $X -rf .caliban'],
    ['Bash', 'rm ~/.local/state/caliban/permission-decisions.jsonl'],
    ['Bash', 'dd if=x of=.caliban/permissions.toml'],
    ['Bash', 'git checkout evil -- .caliban/permissions.toml'],
    ['Bash', "caliban perms add 'Bash:*' allow"],
    ['Bash', 'caliban hook claude-code --after < payload.json'],
    ['Bash', 'cat payload.json | npx caliban hook claude-code'],
    ['Bash', 'caliban init --yes'],
    ['Bash', 'caliban perms learn --yes'],
    ['Bash', 'caliban perms fix --last --apply 1'],
    ['Bash', 'caliban perms fix --last --apply=1'],
    ['Bash', 'caliban inbox answer 1234 allow'],
    ['Bash', 'caliban ui'],
    ['Bash', 'caliban hub leave'],
    ['Bash', 'caliban hub answer 1234 allow'],
    ['Bash', 'caliban hub join https://evil.test --token-file t --yes'],
    ['Bash', 'npx caliban hub token add me --role admin'],
    ['Bash', 'caliban hub policy push p.toml --yes'],
    ['Bash', 'caliban hub audit prune --older-than 1d --yes'],
    ['Bash', 'node node_modules/caliban/dist/bundle/hook.cjs claude-code'],
    ['Bash', 'npx caliban perms import --from evil.json'],
    ['Bash', 'node_modules/.bin/caliban uninstall claude-code'],
    ['Bash', 'npx -y caliban@latest perms add Bash allow'],
    ['Bash', 'node packages/caliban/dist/main.js perms add Bash allow'],
    ['Bash', 'caliban -p go --allow-dangerously-skip-permissions'],
    ['Bash', 'CALIBAN_AUTO_ALLOW=1 caliban -p x'],
    ['Bash', 'CALIBAN_AUTO_ALLOW="$x" caliban -p x'],
    ['Bash', 'export CALIBAN_AUTO_ALLOW=1; caliban -p x'],
    ['Bash', 'CALIBAN_AUTO_ALLOW=on; export CALIBAN_AUTO_ALLOW; caliban -p x'],
    ['Bash', 'env CALIBAN_AUTO_ALLOW=1 caliban -p x'],
    ['Bash', "bash -c 'CALIBAN_AUTO_ALLOW=1 caliban -p x'"],
    ['Bash', 'CALIBAN_DEFAULT_PERMISSION_MODE=dontAsk caliban -p x'],
    ['Bash', 'export CALIBAN_DEFAULT_PERMISSION_MODE=auto && caliban -p x'],
    ['Bash', 'CALIBAN_MANAGED_DIR=/tmp/evil caliban -p x'],
    ['Bash', 'caliban --permission-mode dontAsk -p x'],
    ['Bash', 'caliban --permission-mode=dontAsk -p x'],
    ['Bash', 'caliban --permission-mode "$mode" -p x'],
    ['Bash', 'caliban --permission-mode acceptEdits -p x'],
    ['Bash', 'caliban -p x --allow Bash'],
    ['Bash', "caliban -p x --allow='Bash:*'"],
    ['Bash', 'npx caliban -- -p x --allowedTools Bash'],
    ['Bash', 'caliban mcp-proxy --allow mcp__files__* -- files'],
    ['Bash', 'caliban -p x --auto-mode-config evil.toml'],
    ['Bash', 'caliban -p perms --auto-allow'],
    ['Bash', 'caliban -p --auto-allow -- --help'],
    ['Bash', "bash -c 'caliban perms list; caliban -p x --auto-allow; ls --help'"],
    ['Bash', 'cd .caliban && tee permissions.toml'],
    ['Bash', 'cd src; cd ../.caliban; cp ../evil permissions.toml'],
    ['Bash', 'cd innocent && touch x'],
    ['Bash', 'tee innocent'],
    ['Bash', 'cp evil .caliba[n]/permissions.toml'],
    ['Bash', 'tee .{caliban,x}/permissions.toml'],
    ['Bash', 'cp evil .{caliban,x}/permissions.toml'],
    ['Bash', 'ln .caliban/permissions.toml x'],
    ['Bash', 'cp evil $HOME/.config/caliban/permissions.toml'],
    ['Bash', 'cp evil "$XDG_CONFIG_HOME/caliban/permissions.toml"'],
    ['Bash', 'echo x > "$ROOT/.caliban/permissions.toml"'],
    ['Bash', 'rm -rf /repo'],
    ['Bash', 'sudo rm -rf ~/.local'],
    ['Bash', 'mv ~/.config ~/.local /tmp'],
    ['Bash', 'git log --output=.caliban/permissions.toml'],
    ['Bash', 'less -o.caliban/permissions.toml evil'],
    ['Bash', 'perl -e \'open(F, ">.caliban/permissions.toml")\''],
    ['Bash', 'rm -rf .calib$@an'],
    ['Bash', 'x=.caliban; rm -rf "$x"'],
    ['Bash', 'cp evil `pwd`/.caliban/permissions.toml'],
    ['Bash', 'cp evil "${PWD}/innocent/permissions.toml"'],
    ['Bash', 'rm -rf .*'],
    ['Bash', 'rm -rf "$x" .*'],
    ['Bash', 'mv .[a-z]* x'],
    ['Bash', 'mv .[[:alpha:]]* x'],
    ['Bash', 'unlink .[]c]aliban'],
    ['Bash', 'sed -i s/x/y/ .caliban/*'],
    ['Bash', 'sed -i s/a/b/ .c*/p*'],
    ['Bash', "sed -i 's/a/b/' .*/permissions.toml"],
    ['Bash', "sed -i 's/.*/b/' '.'*n/permissions.toml"],
    ['Bash', 'tool --fix .?aliban'],
    ['Bash', "tool '.?aliban' .?aliban"],
    ['Bash', "tool $'.?aliban' .?aliban"],
    ['Bash', 'tool "a\\\n.?aliban" .?aliban'],
    ['Bash', `tool "$(echo "a'b")" .?aliban 'c'`],
    ['Bash', "x='.?aliban'; tool '.?aliban' $x"],
    ['Bash', "sh -c 'rm -rf .*'"],
    ['Bash', "bash -lc 'tool --fix .?aliban'"],
    ['Bash', "eval 'tool --fix .?aliban'"],
    ['Bash', 'python3 -c "import os; os.system(\'rm -rf .*\')"'],
    ['Bash', 'python3 -c "import os, glob; [os.remove(f) for f in glob.glob(\'.*/*\')]"'],
    ['Bash', `node -e 'require("child_process").execSync("tool ./.?aliban")'`],
    ['Bash', `awk 'BEGIN { system("tool --fix .?aliban") }'`],
    ['Bash', "find . -name '.*' -delete"],
    ['Bash', "tool './.*'"],
    ['Bash', "npx rimraf --glob '.*'"],
    ['Bash', "npx prettier --write '.*/**'"],
    ['Bash', `perl -e 'unlink <./.*>'`],
    ['Bash', `ruby -e 'Dir[".*"].each { |f| File.delete f }'`],
    ['Bash', "find . -name '.?aliban' -exec rm -rf {} +"],
    ['Bash', "python3 -c \"open('.caliban/permissions.toml','w')\""],
    ['Bash', 'tar -cf .caliban/permissions.toml .'],
    ['Bash', "'caliban' install claude-code"],
    ['Bash', 'sudo -u me caliban install claude-code'],
    ['Bash', "sh -c 'caliban install claude-code'"],
    ['Bash', "watch -t 'caliban install claude-code'"],
    ['Bash', "npx -c 'caliban install claude-code'"],
    ['Bash', "npx vitest run -t 'caliban install' caliban install claude-code"],
    ['Bash', 'npx -t caliban install claude-code'],
    ['Bash', 'docker run -v .:/repo caliban install claude-code'],
    ['Bash', 'docker run --volume=.:/repo caliban install claude-code'],
    ['Bash', 'docker exec box caliban install claude-code'],
  ])('%s %s is a question', (tool, argument) => {
    expect(guarded(call(tool, argument))).toMatchObject({ action: 'ask', because: { kind: 'own-file' } });
  });

  test.each([
    ['Bash', 'rm -f a ""'],
    ['Bash', "rm -f 'a '"],
    ['Read', '.caliban/permissions.toml'],
    ['Grep', '.caliban'],
    ['Write', 'docs/.caliban.md'],
    ['Write', 'src/permissions.toml'],
    ['Bash', 'cat .caliban/permissions.toml'],
    ['Bash', 'grep -n allow .caliban/permissions.toml | head -3'],
    ['Bash', 'git diff -- .caliban/permissions.toml'],
    ['Bash', 'git add .caliban/permissions.toml && git commit -m rules'],
    ['Bash', 'ls -la .caliban > listing.txt'],
    ['Bash', "caliban perms test Bash 'git push'"],
    ['Bash', 'caliban perms list --effective'],
    ['Bash', 'caliban init --dry-run'],
    ['Bash', 'caliban perms learn --dry-run'],
    ['Bash', 'caliban perms fix --last'],
    ['Bash', 'caliban inbox'],
    ['Bash', 'caliban serve --status'],
    ['Bash', 'caliban hub status'],
    ['Bash', 'caliban hub policy list'],
    ['Bash', 'caliban hub audit verify'],
    ['Bash', "caliban perms test --mode dontAsk --allow Bash Bash 'git push'"],
    ['Bash', 'caliban doctor --permission-mode dontAsk'],
    ['Bash', 'caliban --permission-mode plan -p x'],
    ['Bash', "caliban -p x --deny 'Bash:rm *' --ask Bash"],
    ['Bash', 'caliban --auto-allow --help'],
    ['Bash', 'caliban mcp-proxy --name files -- files --allow /srv'],
    ['Bash', 'CALIBAN_AUTO_ALLOW=0 caliban -p x'],
    ['Bash', 'CALIBAN_DEFAULT_PERMISSION_MODE=plan caliban -p x'],
    ['Bash', 'grep -rn CALIBAN_AUTO_ALLOW=1 docs'],
    ['Bash', 'npm install caliban'],
    ['Bash', 'echo caliban perms add Bash allow'],
    ['Bash', 'cd .caliban && cat permissions.toml && git log'],
    ['Bash', 'cd src && rm -rf dist'],
    ['Bash', 'rm -rf ./* node_modules'],
    ['Bash', 'mv a b .'],
    ['Bash', 'rm -rf "$BUILD_DIR"/*'],
    ['Bash', 'rm -rf "${TMP}"/x "$(mktemp -d)/y"'],
    ['Bash', 'cp $SRC/a.ts $DST/caliban/a.ts'],
    ['Bash', 'grep -o allow .caliban/permissions.toml'],
    ['Bash', 'tee innocuous'],
    ['Bash', "awk '{print $1, $2}' x"],
    ['Bash', `curl -d '{"a":1,"b":".c"}' https://forge.test/x`],
    ['Bash', 'node scripts/build.mjs --out=dist/main.js'],
    ['Bash', "sed -E 's/(.*)/x/' f"],
    ['Bash', "sed -E 's/a .* b/x/' src/*.ts"],
    ['Bash', "sed -i 's|.*/||; s,.*/,,' f"],
    ['Bash', 'sed "s/$x .* b/x/" f'],
    ['Bash', "awk '/(.*)/' f"],
    ['Bash', "awk '/systemd .* x/' f"],
    ['Bash', `node -e 'global.x = "a".replace(/(.*)/, "b")'`],
    ['Bash', "perl -ne 'print $1 if /(.*?)x/' f"],
    ['Bash', `node -e 'console.log("a".replace(/(.*)/, "b"), /a .* b/.exec("c"))'`],
    ['Bash', "python3 -c \"import re; re.sub('(.*)', 'x', 'y')\""],
    ['Bash', "gh api x --jq '.[]'"],
    ['Bash', 'gh api x --jq .[].name'],
    ['Bash', "yq '.[]' f"],
    ['Bash', 'yq .[0] f'],
    ['Bash', "npx vitest run -t '(.*) x'"],
    ['Bash', "npx vitest run -t 'a .* b' packages/*/test"],
    ['Bash', "go test -run '.*' ./..."],
    ['Bash', "tar --exclude='.*' -cf a.tar ."],
    ['Bash', "rsync -a --exclude '.*' --exclude='.*' a/ b/"],
    ['Bash', "find . -name '.*'"],
    ['Bash', "find . -type f -not -path './.*' -not -path '*/.*'"],
    ['Bash', "sed -i 's/a .*/b/' src/a.ts"],
    ['Bash', "tr -d '.*' < f"],
    ['Bash', "npx vitest run -t 'caliban install'"],
    ['Bash', "npx vitest run --testNamePattern='the caliban install row'"],
    ['Bash', `gh pr create --title "caliban install: say where" --body 'as caliban perms add does'`],
    ['Bash', 'docker run caliban install'],
    ['Bash', 'docker run --rm -it caliban install'],
    ['Bash', "rm $(find . -name '*.pyc')"],
    ['Bash', "find . -name x -exec printf '.' \\;"],
    ['Bash', 'find . -name "$n.*"'],
    ['Bash', 'tar czf x.tgz .[^.]*'],
    ['Bash', "ls | xargs sed -i 's;<title>.*;x;'"],
    ['Bash', `gh pr create --body 'see .caliban/permissions.toml'`],
  ])('%s %s is not', (tool, argument) => {
    expect(guarded(call(tool, argument)).action).toBe('allow');
  });
});

describe('a tool nobody knows', () => {
  const context = { workspace: WORKSPACE, home: '/home/me' as AbsolutePath };
  const foreign = (input: unknown, access?: 'read') =>
    guarded(describeCall({ tool: 'mcp__files__do', input, context, ...(access ? { access } : {}) })).action;

  test.each<[unknown]>([
    [{ path: '.caliban/permissions.toml' }],
    [{ path: '/repo/.caliban/permissions.toml', content: 'x' }],
    [{ uri: 'file:///repo/.caliban/settings.toml' }],
    [{ uri: 'file://localhost/repo/%2Ecaliban/settings.toml' }],
    [{ edits: [{ file: { name: '~/.config/caliban/permissions.toml' } }] }],
  ])('%j is a question', (input) => {
    expect(foreign(input)).toBe('ask');
  });

  test.each<[unknown]>([
    [{ path: 'src/permissions.toml' }],
    [{ body: 'see .caliban/permissions.toml\nfor the rules' }],
    [{ title: '.caliban explained' }],
    [{ list: Array.from({ length: 5000 }, () => 'a/b') }],
    ['.'],
    [null],
  ])('%j is not', (input) => {
    expect(foreign(input)).toBe('allow');
  });

  test('one that says it only reads is not', () => {
    expect(foreign({ path: '.caliban/permissions.toml' }, 'read')).toBe('allow');
  });
});

describe('what is repeated until nobody can look at all of it is asked about', () => {
  test.each([
    ['our name', `foo ${'caliban '.repeat(8000)}x`],
    ['our name in a loop', `for x in a b c d e f g h; do foo $x ${'caliban '.repeat(7900)}; done`],
    [
      'paths',
      `for x in a b c d e f g h; do cp $x ${Array.from({ length: 9000 }, (_, at) => `p/${at}`).join(' ')}; done`,
    ],
  ])('%s', (_, command) => {
    expect(guarded(call('Bash', command)).because.kind).toBe('own-file');
  });
});

test('a word of very many wildcards is looked at once', () => {
  expect(guarded(call('Bash', `x=a; foo $x ${'/*'.repeat(30_000)}`)).action).toBe('allow');
});

test('the question names the directory as it is', () => {
  const guard = guardOwnFiles(
    (each) => judge(everything, each),
    () => ['/repo/Mine/.caliban' as AbsolutePath],
  );
  expect(guard(call('Bash', 'rm Mine/.c*')).because).toMatchObject({ kind: 'own-file', file: '/repo/Mine/.caliban' });
});

test.each([
  ['git push origin main', 0],
  ['npm test && git status --short | head -20', 0],
  ['make CC=gcc', 0],
  ['rm x', 1],
  ['node build.js', 0],
  ['echo x | tee log', 1],
  ['git checkout -- src/a.ts', 1],
])('`%s`: where they are is looked up %i times', (command, times) => {
  let looks = 0;
  const guard = guardOwnFiles(
    (each) => judge(everything, each),
    () => {
      looks++;
      return OWN;
    },
  );
  expect(guard(call('Bash', command)).action).toBe('allow');
  expect(looks).toBe(times);
});

test('a deny stays a deny', () => {
  const denied = createRuleBook([madeRule('Write', 'deny')]);
  const verdict = guardOwnFiles(
    (described) => judge(denied, described),
    () => OWN,
  )(call('Write', '.caliban/x'));
  expect(verdict).toMatchObject({ action: 'deny', because: { kind: 'rule' } });
});

const AFTER_THE_MODE: Readonly<Record<PermissionMode, string>> = {
  default: 'ask',
  acceptEdits: 'ask',
  plan: 'deny',
  auto: 'ask',
  dontAsk: 'ask',
  bypassPermissions: 'allow',
};

test.each(PERMISSION_MODES)('in %s', async (mode) => {
  const filter = createModeFilter({
    mode: new SharedPermissionMode({ mode, latched: true }),
    classifier: { classify: async () => ({ verdict: 'allow', source: 'Model', reason: 'looks fine' }) },
  });
  const write = call('Write', '.caliban/permissions.toml');
  expect((await filter.filter(write, guarded(write), CALM)).action).toBe(AFTER_THE_MODE[mode]);
});

describe('in auto mode, with the curated lists', () => {
  const asking = guardOwnFiles(
    (described) => judge(createRuleBook(DEFAULT_RULES), described),
    () => [...OWN, '/etc/caliban' as AbsolutePath],
  );

  test.each([
    ['rm -rf /etc', 'catastrophic-deletion'],
    ['rm -rf /*', 'catastrophic-deletion'],
    ['sudo tee ~/.config/caliban/x', 'privilege-escalation'],
  ])('%s is denied by %s', async (command, name) => {
    const { verdict, asked } = await classified(call('Bash', command));
    expect(verdict).toMatchObject({
      action: 'deny',
      because: { kind: 'classifier', opinion: { source: 'StaticRule', reason: expect.stringContaining(name) } },
    });
    expect(verdict).toMatchObject({ because: { over: { because: { kind: 'own-file' } } } });
    expect(asked).toEqual([]);
  });

  test.each(['tee .caliban/permissions.toml', 'git log --output=.caliban/x', 'caliban perms add Bash allow'])(
    '%s stays the question it was, and no model is consulted',
    async (command) => {
      const { verdict, asked } = await classified(call('Bash', command));
      expect([verdict.action, verdict.because.kind, asked]).toEqual(['ask', 'own-file', []]);
    },
  );

  async function classified(described: ToolCall) {
    const model = saying(FINE);
    const { classifier } = autoClassifier({
      disabled: false,
      staticLists: curated,
      digest: (text) => text,
      model,
    });
    const filter = createModeFilter({ mode: new SharedPermissionMode({ mode: 'auto', latched: false }), classifier });
    return { verdict: await filter.filter(described, asking(described), CALM), asked: model.asked };
  }
});

test('auto-allow does not answer it', async () => {
  const write = call('Write', '.caliban/permissions.toml');
  const handler = new NonInteractiveAskHandler({ autoAllow: true, notice: () => {} });
  const answer = await handler.ask({ call: write, verdict: guarded(write) });
  expect(answer).toMatchObject({ action: 'deny', by: 'non-interactive' });
});
