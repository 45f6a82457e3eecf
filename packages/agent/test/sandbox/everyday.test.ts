import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feed, findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { bubblewrapBackend } from '../../src/sandbox/bubblewrap-backend.ts';
import { realDisk, realPathOf } from '../../src/sandbox/real-disk.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { isInstalled } from '../helpers/installed.ts';
import { type Account, whyNot } from './escapes/run-attempt.ts';
import { rulesFrom } from './plan.ts';

/** A usual policy: secrets, production and the network are closed. */
const RULES = 'deny Read:~/.ssh/**; deny Read:.env; deny Write:prod/**; ask Write:package-lock.json; deny WebFetch';

type Work = readonly [name: string, command: string, output: RegExp, needs?: string];

/** What people have an agent do all day. Each must work in the sandbox as it does without. */
const WORK: readonly Work[] = [
  ['git status', 'git status --short', /^\?\? new\.txt$/m],
  ['git status shows nothing that caliban put there', 'rm -f new.txt; git status --short', /^$/],
  ['git commit', 'echo 2 >> notes.txt && git commit -qam second && git log --oneline | wc -l', /^\s*2$/],
  [
    'git branch and merge',
    'git switch -qc topic && echo 3 >> notes.txt && git commit -qam third && git switch -q - && git merge -q topic && git log -1 --format=%s',
    /^third$/,
  ],
  ['git stash', 'echo x >> notes.txt && git stash -q && git stash pop -q && git diff --stat', /notes\.txt/],
  [
    'git config and remote',
    'git config user.nickname me && git remote add other ../other && git config user.nickname && git remote',
    /^me\nother$/,
  ],
  ['git clone of a local repository', 'git clone -q . "$TMPDIR/clone" && ls "$TMPDIR/clone"', /notes\.txt/],
  [
    'git worktree',
    'git worktree add -q "$TMPDIR/tree" -b side && ls "$TMPDIR/tree" && git worktree remove "$TMPDIR/tree"',
    /notes\.txt/,
  ],
  [
    'npm ci with a dependency of the project',
    'cd app && npm ci --offline --no-audit --no-fund && node -p "require(\'dep\')"',
    /the dependency/,
    'npm',
  ],
  ['npm test', 'cd app && npm test --silent', /all is well/, 'npm'],
  ['npm run with npx', 'cd app && npx --offline --no-install dep', /the program of the dependency/, 'npm'],
  ['node --test', 'cd app && node --test test.mjs 2>&1', /pass 1/],
  [
    'python',
    'python3 -c "import json, sqlite3, tempfile; print(tempfile.NamedTemporaryFile().name != None)"',
    /^True$/,
    'python3',
  ],
  [
    'python processes',
    'python3 -c "import multiprocessing as m; print(sum(m.get_context(\'fork\').Pool(2).map(abs, [-1, -2])))"',
    /^3$/,
    'python3',
  ],
  [
    'a python venv',
    'python3 -m venv --without-pip env && env/bin/python -c "import sys; print(sys.prefix)"',
    /\/repo\/env$/,
    'python3',
  ],
  [
    'make',
    "printf 'all: out\\nout: notes.txt\\n\\tcp notes.txt out\\n' > Makefile && make -s && cat out",
    /^1$/m,
    'make',
  ],
  [
    'gcc',
    'printf \'#include <stdio.h>\\nint main() { puts("built"); }\\n\' > a.c && gcc -O1 -o a.out a.c && ./a.out',
    /^built$/,
    'gcc',
  ],
  ['a temporary file', 'f=$(mktemp) && echo x > "$f" && cat "$f"', /^x$/],
  ['pipes, process substitution, here documents', 'diff <(sort <<< b) <(cat <<EOF\nb\nEOF\n) && echo same', /^same$/],
  ['background jobs', 'sleep 0.1 & sleep 0.1 & wait && echo done', /^done$/],
  [
    'sed, find, xargs, tar',
    'find . -name notes.txt -not -path "./.git/*" | xargs sed -n 1p && tar cf - notes.txt | tar tf -',
    /^1\nnotes\.txt$/,
  ],
  ['links and modes', 'ln -s notes.txt l && ln notes.txt h && chmod 600 h && stat -c %a h && cat l', /^600\n1$/m],
  ['flock', 'flock lock echo locked', /^locked$/],
  [
    'a server on this machine, in the same command',
    'node -e \'const s = require("http").createServer((q, r) => r.end("served")).listen(0, "127.0.0.1", async () => { console.log(await (await fetch("http://127.0.0.1:" + s.address().port)).text()); s.close(); })\'',
    /^served$/,
  ],
  // Right after `&` the process still has the name of the shell.
  ['its own processes', 'sleep 9 & until ps -o comm= -p $! | grep sleep; do :; done; kill $!', /^sleep$/],
  ['reading what is outside', 'head -c 4 /etc/os-release && ls /usr/bin/env', /\/usr\/bin\/env$/],
  ['a file that is asked about can be read', 'grep -c lockfileVersion app/package-lock.json', /^1$/],
];

const self = process.getuid?.() ?? -1;
const ACCOUNTS: readonly Account[] =
  self === 0
    ? [
        { name: 'root', uid: 0, asRoot: true },
        { name: 'an ordinary user', uid: 65_534, asRoot: false },
      ]
    : [{ name: 'an ordinary user', uid: self, asRoot: false }];

for (const account of ACCOUNTS) {
  const missing = await whyNot(account);
  if (missing !== null) process.stderr.write(`skipped: everyday work by ${account.name}: ${missing}\n`);

  describe.skipIf(missing !== null)(`by ${account.name}`, () => {
    let place: string;
    let sandbox: Sandbox;

    beforeAll(async () => {
      place = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-everyday-')));
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), text, { mode: path.endsWith('.js') ? 0o755 : 0o644 });
      }
      mkdirSync(join(place, 'tmp'));
      const repo = join(place, 'home/repo');
      const git = (...args: string[]) => execFileSync('git', ['-C', repo, ...args], { env: environmentIn(place) });
      git('init', '-q', '-b', 'main');
      git('add', '.');
      git('commit', '-qm', 'first');
      writeFileSync(join(repo, 'new.txt'), '');
      if (self === 0) execFileSync('chown', ['-R', `${account.uid}:${account.uid}`, place]);
      sandbox = await sandboxIn(place, account);
    });
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    test.each(WORK.map(row))('%s', async (_, [, command, output, needs]) => {
      if (needs !== undefined && !isInstalled(needs)) {
        process.stderr.write(`skipped: \`${command}\`: there is no ${needs}\n`);
        return;
      }
      const ran = await run(command, { place, account, sandbox });
      expect({ code: ran.code, output: ran.output.trim() }).toEqual({ code: 0, output: expect.stringMatching(output) });
    });
  });
}

const FILES: Readonly<Record<string, string>> = {
  'home/.gitconfig': '[user]\n\tname = me\n\temail = me@localhost\n[protocol "file"]\n\tallow = always\n',
  'home/.ssh/id': 'a key',
  'home/repo/.gitignore': '.env\nnode_modules\n/env\n/out\n/a.out\n/a.c\n/Makefile\n/l\n/h\n/lock\n',
  'home/repo/.env': 'TOKEN=x',
  'home/repo/notes.txt': '1\n',
  'home/repo/prod/a.txt': 'production',
  'home/repo/app/package.json': JSON.stringify({
    ...{ name: 'app', version: '1.0.0', dependencies: { dep: 'file:../dep' }, scripts: { test: 'node test.mjs' } },
  }),
  'home/repo/app/package-lock.json': JSON.stringify({
    ...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': { name: 'app', version: '1.0.0', dependencies: { dep: 'file:../dep' } },
      '../dep': { version: '1.0.0', bin: { dep: 'cli.js' } },
      'node_modules/dep': { resolved: '../dep', link: true },
    },
  }),
  'home/repo/app/test.mjs': 'import test from "node:test";\ntest("t", () => {});\nconsole.log("all is well");\n',
  'home/repo/dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0', bin: { dep: 'cli.js' } }),
  'home/repo/dep/index.js': 'module.exports = "the dependency";\n',
  'home/repo/dep/cli.js': '#!/usr/bin/env node\nconsole.log("the program of the dependency");\n',
};

function environmentIn(place: string): Readonly<Record<string, string>> {
  const { PATH = '' } = process.env;
  return {
    PATH: `${dirname(process.execPath)}:${PATH}`,
    HOME: join(place, 'home'),
    TMPDIR: join(place, 'tmp'),
    LC_ALL: 'C.UTF-8',
  };
}

async function sandboxIn(place: string, { uid, asRoot }: Account): Promise<Sandbox> {
  const found = await findBubblewrap();
  if (!found.ok) throw new Error(found.error);
  const bubblewrap = { ...found.value, asRoot: asRoot && found.value.asRoot };
  const at = (name: string): AbsolutePath => absolutePath(join(place, name));
  const home = at('home');
  // The profile is made here: what another user can't look into is hidden from that user already.
  const rules = rulesFrom(uid === self ? `deny @secrets; ${RULES}` : RULES);
  return createSandbox({
    ...{ mode: 'require', rules: () => rules, report() {} },
    context: {
      ...{ home, workspace: at('home/repo'), temporary: [at('tmp')], disk: realDisk(realPathOf) },
      ownPaths: [at('home/repo/.caliban'), at('home/.config/caliban')],
    },
    backends: [bubblewrapBackend({ home, realPath: realPathOf, find: async () => ok(bubblewrap) })],
  });
}

type Place = { readonly place: string; readonly account: Account; readonly sandbox: Sandbox };

async function run(command: string, { place, account, sandbox }: Place) {
  const cwd = join(place, 'home/repo');
  const launch = await sandbox.prepare({ file: '/bin/bash', args: ['-c', command], cwd }, { firstFeed: 3 });
  if (!launch.ok) throw new Error(launch.error);
  const child = spawn(launch.value.file, launch.value.args, {
    ...{ cwd, env: environmentIn(place), uid: account.uid, gid: account.uid },
    stdio: ['ignore', 'pipe', 'pipe', ...launch.value.feeds.map(() => 'pipe' as const)],
  });
  feed(child, 3, launch.value.feeds);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  launch.value.release();
  return { code, output };
}

function row(work: Work): readonly [string, Work] {
  return [work[0], work];
}
