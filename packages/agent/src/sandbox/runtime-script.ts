import { shellQuote } from '@caliban/gate/ask';
import type { Program } from './launch.ts';

/** A program's command line for a shell. */
export function shellWords({ file, args }: Pick<Program, 'file' | 'args'>): string {
  return [file, ...args].map(shellQuote).join(' ');
}

/**
 * Waits for the bridges to the proxies, which the runtime starts in the same sandbox without waiting for them, and then becomes the
 * program. After two seconds it starts anyway: a program that needs no network must not fail.
 */
export function bridgedScript(program: Pick<Program, 'file' | 'args'>): string {
  const isUp = PORTS.map((port) => `: < /dev/tcp/127.0.0.1/${port}`).join(' && ');
  return `for _ in {1..100}; do { ${isUp}; } 2>/dev/null && break; sleep 0.02; done; exec ${shellWords(program)}`;
}

/** Where the runtime's bridges listen inside the sandbox, on Linux. */
const PORTS = [3128, 1080];

/**
 * The runtime's own bubblewrap command, plus two things it lacks: a separate IPC namespace, and a seccomp filter read from a descriptor.
 * Null if the command doesn't look as in the version we know.
 */
export function hardened(command: string, { filterFeed }: { readonly filterFeed: number }): string | null {
  const at = command.indexOf(BEFORE_PROGRAM);
  if (!command.startsWith('bwrap ') || at === -1) return null;
  return `${command.slice(0, at)} --unshare-ipc --seccomp ${filterFeed}${command.slice(at)}`;
}

const BEFORE_PROGRAM = ' --proc /proc -- ';
