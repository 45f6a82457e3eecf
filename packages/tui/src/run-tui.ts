import type { TuiAskHandler } from './ask/tui-ask-handler.ts';
import { KeyHub } from './input/key-hub.ts';
import { readKeys } from './input/terminal-keys.ts';
import { loadScreen } from './load-screen.ts';
import type { TuiParts } from './ports.ts';
import { farewell } from './session/farewell.ts';
import { Session } from './session/session.ts';
import { connectKeys } from './session/session-keys.ts';
import { takeScreen } from './terminal-state.ts';

export type TuiRun = {
  readonly parts: TuiParts;
  readonly askHandler: TuiAskHandler;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Sent at once. */
  readonly initialPrompt?: string | undefined;
  readonly firstScreen?: 'session' | 'permissions' | 'audit' | undefined;
};

/** The session on the screen, until the operator leaves. Gives the exit code. */
export async function runTui({
  parts,
  askHandler,
  stdin,
  stdout,
  initialPrompt,
  firstScreen = 'session',
}: TuiRun): Promise<number> {
  const { mount } = await loadScreen(process.env);
  const session = new Session({ parts });
  const hub = new KeyHub();
  let stopKeys = () => {};
  const screen = takeScreen(stdout, { giveBack: () => stopKeys(), onSignal: (code) => session.quit(code) });
  try {
    connectKeys(hub, session, askHandler);
    stopKeys = readKeys(stdin, stdout, hub).stop;
    const drawn = mount({ session, askHandler, hub, stdin, stdout });
    if (firstScreen !== 'session') session.openPermissions(firstScreen === 'audit' ? 'audit' : 'view');
    if (initialPrompt !== undefined && initialPrompt.trim() !== '') session.send(initialPrompt);
    const code = await Promise.race([session.finished, drawn.failed]);
    drawn.unmount();
    await settled(session);
    return code;
  } finally {
    screen.release();
    session.close();
    stdout.write(farewell(session, stdout.columns || 80));
  }
}

/** What was interrupted may tidy up behind itself, but not for long. */
async function settled(session: Session): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([session.runner.idle, patience]);
  clearTimeout(timer);
}

const PATIENCE_MS = 2000;

/** Whether there is a terminal that can be drawn on; without one, the plain session is the right one. */
export function canDraw(
  { stdin, stdout }: Pick<TuiRun, 'stdin' | 'stdout'>,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb';
}
