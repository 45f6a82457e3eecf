import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBytecode } from '../../../../test/helpers/shared-bytecode.ts';

const BUNDLE = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));

export type HookRun = {
  readonly host?: string;
  /** Texts and bytes as they are, all else as its JSON. */
  readonly input: unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input stays open. */
  readonly open?: boolean;
  /** Through `caliban hook`, not by the hook's own entry. */
  readonly throughProgram?: boolean;
  /** Started in a directory that is gone by then. */
  readonly nowhere?: boolean;
  /** Who runs it, if not we. */
  readonly uid?: number;
};

export type HookResult = { readonly stdout: string; readonly stderr: string; readonly exit: number | null };

/** A home, a managed directory and a workspace of their own, and hooks started in them. */
export class HookScratch {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-hook-')));

  constructor() {
    for (const directory of ['home', 'managed', 'ws/.git']) mkdirSync(join(this.root, directory), { recursive: true });
    shareBytecode(join(this.root, 'home'));
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  write(path: string, content: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  rules(path: string, ...rules: readonly string[]): void {
    const tables = rules.map((rule) => {
      const blank = rule.indexOf(' ');
      return `[[permissions.rules]]\naction = "${rule.slice(0, blank)}"\npattern = '${rule.slice(blank + 1)}'\n`;
    });
    this.write(path, tables.join('\n'));
  }

  /** The call of a shell command, as Claude Code and its relatives send it. */
  bash(command: string, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } };
    return { session_id: 's', transcript_path: '/t', cwd: join(this.root, 'ws'), ...event, ...more };
  }

  hook(run: HookRun): Promise<HookResult> {
    const { host = 'claude-code', input, env = {}, open = false, throughProgram = false, nowhere = false, uid } = run;
    const program = throughProgram ? [`${BUNDLE}caliban.cjs`, 'hook', host] : [`${BUNDLE}hook.cjs`, host];
    const start = nowhere ? 'mkdir gone && cd gone && rmdir ../gone && exec "$@"' : 'exec "$@"';
    const child = spawn('/bin/sh', ['-c', start, 'sh', process.execPath, ...program], {
      // One that hangs has no exit code.
      timeout: 90_000,
      killSignal: 'SIGKILL',
      cwd: join(this.root, 'ws'),
      env: { ...this.#env(), ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    // It may have answered before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.write(typeof input === 'string' || input instanceof Uint8Array ? input : JSON.stringify(input));
    if (!open) child.stdin.end();
    return new Promise((resolve) => child.on('close', (exit) => resolve({ stdout, stderr, exit })));
  }

  /** A command as a person would paste it, with `caliban` at hand. */
  paste(command: string): Promise<number | null> {
    const script = `caliban() { '${process.execPath}' '${BUNDLE}caliban.cjs' "$@"; }; ${command}`;
    const child = spawn('/bin/sh', ['-c', script], { cwd: join(this.root, 'ws'), env: this.#env() });
    return new Promise((resolve) => child.on('close', resolve));
  }

  #env(): Readonly<Record<string, string | undefined>> {
    return {
      PATH: process.env.PATH,
      HOME: join(this.root, 'home'),
      CALIBAN_MANAGED_DIR: join(this.root, 'managed'),
    };
  }

  log(): readonly Readonly<Record<string, unknown>>[] {
    const file = join(this.root, 'home/.local/state/caliban/permission-decisions.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }
}
