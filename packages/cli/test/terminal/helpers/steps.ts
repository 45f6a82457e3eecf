import type { TestTerminal } from '../../../../tui/test/pty/terminal.ts';

export function send(terminal: TestTerminal, text: string): void {
  terminal.type(text);
  terminal.press('enter');
}

/** The modal stands, shows the text behind its bar, and hears keys. */
export async function asks(terminal: TestTerminal, text: string): Promise<void> {
  await terminal.shows((screen) => /^[│▶┊] /m.test(screen) && screen.includes(text) && screen.includes(ARMED));
}

const ARMED = 'Esc rejects once';

/** Sends the prompt of the next turn and waits for its question. */
export async function ask(terminal: TestTerminal, text: string): Promise<void> {
  send(terminal, 'go on');
  await asks(terminal, text);
}

export async function openPermissions(terminal: TestTerminal): Promise<void> {
  send(terminal, '/permissions');
  await terminal.shows(/\d+ rules? · 1\//);
}

/** Answers the first screen of a project, once its `>` says that keys count. */
export async function answerFirstScreen(terminal: TestTerminal, key: 'u' | 't' | 'q' | 'escape'): Promise<void> {
  await terminal.shows(/are new to you[\s\S]*^> ?$/m);
  terminal.press(key);
}
