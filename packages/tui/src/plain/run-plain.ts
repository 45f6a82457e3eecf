import { runSlashCommand } from '../commands/run-slash-command.ts';
import type { TuiParts } from '../ports.ts';
import { Runner } from '../session/runner.ts';
import { eventLines } from './event-lines.ts';
import type { PlainConsole } from './plain-console.ts';
import { PlainDesk } from './plain-desk.ts';

export type PlainRun = {
  readonly parts: TuiParts;
  readonly console: PlainConsole;
  readonly initialPrompt?: string | undefined;
};

/** The session line by line, for screen readers and terminals that cannot be drawn on. Gives the exit code. */
export async function runPlain({ parts, console, initialPrompt }: PlainRun): Promise<number> {
  const desk = new PlainDesk(parts, console);
  const runner = new Runner({
    start: (text, signal) =>
      text.startsWith('!') ? parts.runCommand(text.slice(1).trim(), signal) : parts.conversation.run(text, signal),
    onStart: () => {},
    onEvent(event) {
      const lines = eventLines(event);
      if (lines !== null) console.print(lines);
    },
    onFailure: (message) => console.print(message === 'interrupted' ? message : `failed: ${message}`),
    onEnd: () => {},
    clock: Date.now,
  });
  const isSecond = twiceWithinASecond();
  let wantsOut = false;
  let wake = () => {};
  const stopListening = console.onInterrupt(() => {
    if (runner.isRunning) runner.interrupt();
    else if (isSecond()) {
      wantsOut = true;
      wake();
    } else console.print('press ctrl+c again to quit');
  });
  const stopWatching = parts.mode.onChange(({ mode, previous }) => {
    if (mode !== previous) console.print(`mode: ${mode}`);
  });
  parts.onNews((message) => console.print(`warning: ${message}`));
  try {
    console.print(`caliban ${parts.about.version}, plain; /help lists commands`);
    for (const notice of parts.about.notices) console.print(notice);
    if (initialPrompt !== undefined && initialPrompt.trim() !== '') await run(initialPrompt);
    while (!desk.hasQuit && !wantsOut) {
      console.ask('> ');
      const text = await Promise.race([
        nextPrompt(console),
        new Promise<null>((resolve) => (wake = () => resolve(null))),
      ]);
      if (text === null) break;
      if (text.trim() === '') continue;
      parts.history.add(text);
      if (text.startsWith('/')) await runSlashCommand(desk, text.trim(), { isRunning: false });
      else await run(text);
    }
    return 0;
  } finally {
    stopWatching();
    stopListening();
    console.close();
  }

  /** Lines typed meanwhile stay with the console: a question throws them away, else they are the next prompts. */
  async function run(text: string): Promise<void> {
    runner.send(text);
    await runner.idle;
  }
}

/** A line, and those after it while each ends in a backslash. */
async function nextPrompt(console: PlainConsole): Promise<string | null> {
  const line = await console.nextLine();
  if (line === null || !line.endsWith('\\')) return line;
  const rest = await nextPrompt(console);
  return `${line.slice(0, -1)}\n${rest ?? ''}`;
}

function twiceWithinASecond(): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    const isSecond = now - last <= 1000;
    last = now;
    return isSecond;
  };
}
