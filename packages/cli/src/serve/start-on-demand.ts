import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeOwnDirectory, readDescription, type ServerFiles } from '@caliban/inbox';
import { QUICK_FLAGS } from '../hook/hook-flags.ts';

export type OnDemand = {
  readonly files: ServerFiles;
  readonly idleMinutes: number;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export const DEFAULT_IDLE_MINUTES = 30;

/**
 * Starts the server of this user unless it runs, and doesn't wait for it. If many processes try at once, one starts it. True: it is
 * starting. Best effort: everything works without a server too.
 */
export function startOnDemand({ files, idleMinutes, env }: OnDemand): boolean {
  try {
    if (runs(files)) return false;
    makeOwnDirectory(files);
    const marker = startMarker(files);
    if (!isFirst(marker)) return true;
    // A server that came up in between has removed its own marker.
    if (runs(files)) {
      rmSync(marker, { force: true });
      return false;
    }
    const server = spawn(process.execPath, [...programWords(), 'serve', '--idle', String(idleMinutes)], {
      cwd: files.directory,
      env: serverEnvironment(env),
      detached: true,
      stdio: 'ignore',
    });
    server.on('error', () => {});
    server.unref();
    return true;
  } catch {
    return false;
  }
}

/** Exists while a server that was started on demand is starting. */
export function startMarker({ directory }: Pick<ServerFiles, 'directory'>): string {
  return join(directory, 'starting');
}

/** A start takes less than this; an older marker means that the start has failed. */
const MAX_START_MS = 10_000;

function isFirst(marker: string): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      closeSync(openSync(marker, 'wx', 0o600));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = statSync(marker, { throwIfNoEntry: false });
    const age = found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
    // Negative if the clock was set back.
    if (age >= 0 && age < MAX_START_MS) return false;
    rmSync(marker, { force: true });
  }
  return false;
}

/** This program with Node's own flags, except those for hooks. */
function programWords(): readonly string[] {
  const { execArgv, argv } = process;
  const entry = argv[1] ?? '';
  const program = basename(entry) === 'hook.cjs' ? join(dirname(entry), 'caliban.cjs') : entry;
  return [...execArgv.filter((flag) => !QUICK_FLAGS.includes(flag)), program];
}

/** The server outlives the agent, so it inherits only the variables that it uses. */
function serverEnvironment(env: OnDemand['env']): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => KEPT.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Where files are, how Node starts, and what desktop notifications need. */
const KEPT = /^(?:CALIBAN_\w+|XDG_\w+|HOME|PATH|TMPDIR|TZ|LANG|LC_\w+|NODE_OPTIONS|DISPLAY|WAYLAND_DISPLAY|DBUS_\w+)$/;

function runs(files: ServerFiles): boolean {
  const description = readDescription(files);
  if (description === null) return false;
  try {
    process.kill(description.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
