import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bubblewrapBackend, createSandbox, realDisk, runtimeBackend } from '@caliban/agent/sandbox';
import { absolutePath } from '@caliban/calls';
import { parsePattern } from '@caliban/gate';

const COMMAND = ['-c', 'true'];
const BASH = '/bin/bash';

/** What a usual policy closes: two directories, one file, one tree that is read-only. */
const FILES = ['Read:~/.ssh/**', 'Read:~/.aws/**', 'Read:.env', 'Write:prod/**'];

/**
 * Ways to run one `bash -c true`, each as a function that says how to start it: what is prepared for a command is part of its cost.
 * `missing` says why one can't be had here.
 */
export async function contestants(scratch) {
  fill(scratch);
  return [
    { name: 'bash -c true', prepare: async () => ({ file: BASH, args: COMMAND }) },
    {
      name: 'bwrap --ro-bind / /',
      prepare: async () => ({ file: '/usr/bin/bwrap', args: ['--ro-bind', '/', '/', BASH, ...COMMAND] }),
      missing: existsSync('/usr/bin/bwrap') ? null : 'bubblewrap is not installed',
    },
    await ours('caliban, with network', scratch, FILES),
    await ours('caliban, without network', scratch, [...FILES, 'WebFetch'], { target: 4.5 }),
    await ours('caliban, without network, @secrets hidden', scratch, [...FILES, 'WebFetch', '@secrets']),
    await ours('caliban, single hosts (sandbox-runtime)', scratch, [...FILES, 'WebFetch(domain:a.test)']),
    await runtime(scratch),
    codex(scratch),
  ];
}

function fill(scratch) {
  for (const file of ['home/.ssh/id', 'home/.aws/credentials', 'home/repo/.env', 'home/repo/prod/a.txt', 'tmp/x']) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), 'x');
  }
}

async function ours(name, scratch, patterns, more = {}) {
  const home = absolutePath(join(scratch, 'home'));
  const realPath = (path) => (existsSync(path) ? realpathSync.native(path) : path);
  const rules = patterns.map((pattern) => ({
    pattern: parsePattern(pattern).value,
    action: 'deny',
    source: { layer: 'user' },
  }));
  const sandbox = createSandbox({
    mode: 'require',
    rules: () => rules,
    context: {
      workspace: absolutePath(join(scratch, 'home/repo')),
      home,
      temporary: [absolutePath(join(scratch, 'tmp'))],
      ownPaths: [absolutePath(join(scratch, 'home/.config/caliban'))],
      disk: realDisk(realPath),
    },
    backends: [
      bubblewrapBackend({ home, realPath }),
      runtimeBackend({ home, realPath, judgeUrl: () => null, isRoot: false }),
    ],
    report() {},
  });
  return {
    name,
    ...more,
    missing: await sandbox.problem(),
    prepare: async () => {
      const cwd = join(scratch, 'home/repo');
      const launch = await sandbox.prepare({ file: BASH, args: COMMAND, cwd }, { firstFeed: 3 });
      if (!launch.ok) throw new Error(launch.error);
      return { ...launch.value, done: launch.value.release };
    },
    close: () => sandbox.close(),
  };
}

async function runtime(scratch) {
  const name = 'sandbox-runtime 0.0.78';
  try {
    const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
    await SandboxManager.initialize({
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: {
        denyRead: [join(scratch, 'home/.ssh'), join(scratch, 'home/.aws'), join(scratch, 'home/repo/.env')],
        allowWrite: [join(scratch, 'home/repo'), join(scratch, 'tmp')],
        denyWrite: [join(scratch, 'home/repo/prod')],
      },
    });
    return {
      name,
      missing: null,
      prepare: async () => {
        const { argv } = await SandboxManager.wrapWithSandboxArgv('true', BASH);
        return { file: argv[0], args: argv.slice(1), done: () => SandboxManager.cleanupAfterCommand() };
      },
      close: () => SandboxManager.reset(),
    };
  } catch (error) {
    return { name, missing: error.message };
  }
}

const CODEX = fileURLToPath(
  new URL(
    '../../test/clients/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
    import.meta.url,
  ),
);

/** Its `config.toml` with the same rules, as `caliban install codex --sandbox` writes it. */
const CODEX_CONFIGURATION = `default_permissions = "caliban"

[permissions.caliban.filesystem]
":root" = "read"
":tmpdir" = "write"
"~/.ssh" = "none"
"~/.aws" = "none"

[permissions.caliban.filesystem.":workspace_roots"]
"." = "write"
".env" = "none"
"prod" = "read"

[permissions.caliban.network]
enabled = false
`;

function codex(scratch) {
  const name = 'codex sandbox 0.166';
  if (!existsSync(CODEX)) return { name, missing: '`npm run test:clients` has not brought it' };
  const home = join(scratch, 'home');
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(join(home, '.codex/config.toml'), CODEX_CONFIGURATION);
  return {
    name,
    missing: null,
    prepare: async () => ({ file: CODEX, args: ['sandbox', '--', BASH, ...COMMAND], env: { HOME: home } }),
  };
}
