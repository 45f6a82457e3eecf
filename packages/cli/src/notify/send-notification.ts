import { spawn } from 'node:child_process';
import { errorText } from '@caliban/calls/text';
import type { Settings } from '@caliban/storage';
import type { Notification } from './notification.ts';

/** One `[[notify]]` entry. */
export type NotifyWay = Settings['notify'][number]['value'];

export type SendOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

const PATIENCE_MS = 10_000;

/** Rejects with the reason in words. */
export async function sendNotification(
  way: NotifyWay,
  notification: Notification,
  { env, signal }: SendOptions,
): Promise<void> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  switch (way.kind) {
    case 'command':
      return start(way.command, `${JSON.stringify(notification)}\n`, { env, signal: ending });
    case 'desktop':
      return start(desktopCommand(notification), '', { env, signal: ending });
    case 'webhook':
      return post(way.url, notification, ending);
  }
}

/** For people: names the way. A webhook's path is often its secret. */
export function wayText(way: NotifyWay): string {
  switch (way.kind) {
    case 'command':
      return `command ${way.command[0]}`;
    case 'desktop':
      return 'desktop';
    case 'webhook':
      return `webhook ${new URL(way.url).host}`;
  }
}

async function post(url: string, notification: Notification, signal: AbortSignal): Promise<void> {
  let response: Response;
  try {
    const headers = { 'content-type': 'application/json' };
    // Redirects aren't followed: details of a call go only where the user said.
    response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(notification),
      redirect: 'error',
      signal,
    });
  } catch (error) {
    throw new Error(isTimeout(error) ? NO_END : `it can't be reached: ${causeText(error)}`);
  }
  await response.body?.cancel();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
}

function causeText(error: unknown): string {
  return errorText(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function start(command: readonly string[], input: string, { env, signal }: SendOptions): Promise<void> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, signal, killSignal: 'SIGKILL', stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (isTimeout(error)) reject(new Error(NO_END));
      else reject(new Error(error.code === 'ENOENT' ? missingText(program) : error.message));
    });
    child.on('exit', (code, killed) => {
      if (code === 0) resolve();
      else reject(new Error(killed === null ? `it ended with exit code ${code}` : `${killed} ended it`));
    });
    // A program that doesn't read its input hasn't failed.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function missingText(program: string): string {
  const hint = program === 'notify-send' ? '; on Debian it is in the package libnotify-bin' : '';
  return `there is no program \`${program}\`${hint}`;
}

const NO_END = `it did not end within ${PATIENCE_MS / 1000} seconds`;

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** Texts are passed as separate arguments, so that nothing in them is read as script or markup. */
function desktopCommand({ host, tool, call, why, workspace, id }: Notification): readonly string[] {
  const title = `${host} asks: ${tool}`;
  const text = `${call}\n${workspace}: ${why}`;
  switch (process.platform) {
    case 'darwin':
      return ['osascript', '-e', 'on run argv', '-e', APPLE, '-e', 'end run', title, text];
    case 'win32':
      throw new Error('there is no way to notify the desktop on Windows yet; use `command`');
    default:
      return [
        'notify-send',
        '--app-name=caliban',
        `--hint=string:x-caliban-ask:${id}`,
        '--',
        title,
        withoutMarkup(text),
      ];
  }
}

const APPLE = 'display notification (item 2 of argv) with title (item 1 of argv)';

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
