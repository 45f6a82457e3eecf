import { spawn, spawnSync } from 'node:child_process';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import type { Backend } from '../../../src/sandbox/backend.ts';
import { type Bubblewrap, feed, findBubblewrap } from '../../../src/sandbox/bubblewrap.ts';
import { bubblewrapBackend } from '../../../src/sandbox/bubblewrap-backend.ts';
import { UNCONFINED } from '../../../src/sandbox/launch.ts';
import { realDisk, realPathOf } from '../../../src/sandbox/real-disk.ts';
import { runtimeBackend } from '../../../src/sandbox/runtime-backend.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { rulesFrom } from '../plan.ts';
import { type Attempt, wordsOf } from './attempt.ts';
import { RULES, type Target } from './target.ts';

const PATIENCE_MS = 20_000;

export type Account = {
  readonly name: string;
  readonly uid: number;
  readonly asRoot: boolean;
  /** Confined with the sandbox runtime, by a rule that opens a single host. */
  readonly withRuntime?: true;
};

/** What it printed, when it and all that it left behind have ended. */
export async function runAttempt(
  attempt: Attempt,
  { target, account, confined }: { target: Target; account: Account; confined: boolean },
): Promise<string> {
  const [file, ...args] = wordsOf(attempt);
  const cwd = target.environment.REPO as string;
  const launcher = confined ? await sandboxFor(attempt, { target, account }) : UNCONFINED;
  const launch = await launcher.prepare({ file, args, cwd }, { firstFeed: 3 });
  if (!launch.ok) throw new Error(launch.error);
  const child = spawn(launch.value.file, launch.value.args, {
    ...{ cwd, env: target.environment, detached: true, uid: account.uid, gid: account.uid },
    stdio: ['ignore', 'pipe', 'pipe', ...launch.value.feeds.map(() => 'pipe' as const)],
  });
  feed(child, 3, launch.value.feeds);
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece) => text.push(piece));
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), PATIENCE_MS);
  await new Promise<void>((resolve, reject) => child.once('close', () => resolve()).once('error', reject));
  clearTimeout(timer);
  launch.value.release();
  return text.join('');
}

type Confined = { readonly target: Target; readonly account: Account };

async function sandboxFor({ network }: Attempt, { target, account }: Confined): Promise<Sandbox> {
  const at = (name: string): AbsolutePath => absolutePath(`${target.root}/${name}`);
  const hosts = account.withRuntime === true ? '; allow WebFetch(domain:open.test)' : '';
  const bubblewrap = await bubblewrapFor(account);
  const place = { home: at('home'), realPath: realPathOf };
  return createSandbox({
    mode: 'require',
    rules: () => rulesFrom(network === 'none' ? `${RULES}${hosts}; deny WebFetch` : `${RULES}${hosts}`),
    context: {
      ...{ workspace: at('home/repo'), home: at('home'), temporary: [at('tmp')] },
      ownPaths: [at('home/repo/.caliban'), at('home/.config/caliban')],
      disk: realDisk(realPathOf),
    },
    report() {},
    backends: [
      bubblewrapBackend({ ...place, find: async () => ok(bubblewrap) }),
      ...(account.withRuntime === true ? [await runtimeOnce()] : []),
    ],
  });
}

/** Null where the sandbox runtime works, else why it doesn't. */
export async function whyNoRuntime(): Promise<string | null> {
  const opened = await (await runtimeOnce()).open();
  return opened.ok ? null : opened.error;
}

let runtime: Backend | null = null;

/** It has one proxy for the whole process. */
async function runtimeOnce(): Promise<Backend> {
  if (runtime !== null) return runtime;
  const backend = runtimeBackend({ home: undefined, realPath: realPathOf, judgeUrl: () => null, isRoot: false });
  const opened = await backend.open();
  runtime = { name: backend.name, open: async () => opened };
  return runtime;
}

async function bubblewrapFor({ asRoot }: Account): Promise<Bubblewrap> {
  const found = await findBubblewrap();
  if (!found.ok) throw new Error(found.error);
  return { ...found.value, asRoot: asRoot && found.value.asRoot };
}

/** Null if programs of this account can be confined here, else why not. */
export async function whyNot({ uid }: Account): Promise<string | null> {
  const found = await findBubblewrap();
  if (!found.ok) return found.error;
  const tried = spawnSync(found.value.file, ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '/bin/true'], {
    ...{ uid, gid: uid, encoding: 'utf8' },
  });
  return tried.status === 0 ? null : `bubblewrap does not work for user ${uid}: ${tried.stderr.trim()}`;
}
