import type { SessionServices } from '@caliban/agent/session';
import type { TuiAskHandler } from './ask/tui-ask-handler.ts';
import { KeyHub } from './input/key-hub.ts';
import { readKeys } from './input/terminal-keys.ts';
import { loadScreen } from './load-screen.ts';
import { farewell } from './session/farewell.ts';
import { untilIdle } from './session/runner.ts';
import { Session } from './session/session.ts';
import { connectKeys } from './session/session-keys.ts';
import { takeScreen } from './terminal-state.ts';

export type TuiRun = {
  readonly parts: SessionServices;
  readonly askHandler: TuiAskHandler;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Sent at once. */
  readonly initialPrompt?: string | undefined;
};

/** The session on the screen, until the operator leaves. Returns the exit code. */
export async function runTui({ parts, askHandler, stdin, stdout, initialPrompt }: TuiRun): Promise<number> {
  const session = new Session({ parts });
  const hub = new KeyHub();
  let stopKeys = () => {};
  // Before anything asynchronous: from here on a signal ends the session properly.
  const screen = takeScreen(stdout, { giveBack: () => stopKeys(), onSignal: (code) => session.quit(code) });
  try {
    connectKeys(hub, session, askHandler);
    stopKeys = readKeys(stdin, stdout, hub).stop;
    const { mount } = await loadScreen(process.env);
    const drawn = mount({ session, askHandler, hub, stdin, stdout });
    if (initialPrompt !== undefined && initialPrompt.trim() !== '') session.send(initialPrompt);
    const code = await Promise.race([session.finished, drawn.failed]);
    drawn.unmount();
    await untilIdle(session.runner);
    return code;
  } finally {
    screen.release();
    session.close();
    stdout.write(farewell(session, stdout.columns || 80));
  }
}

/** Whether there is a terminal that can be drawn on; if not, the plain session is used. */
export function canDraw(
  { stdin, stdout }: Pick<TuiRun, 'stdin' | 'stdout'>,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb';
}
