import type { SessionServices } from '@caliban/agent/session';
import { runSlashCommand } from '../commands/run-slash-command.ts';
import { startRun } from '../commands/start-run.ts';
import { onEndSignals } from '../end-signals.ts';
import { modeText } from '../modes/mode-words.ts';
import { Runner, untilIdle } from '../session/runner.ts';
import { BYPASS_BANNER, DISABLED_BANNER, DISABLED_CHIP, LATCH_CHIP } from '../session/status-line.ts';
import { eventLines } from './event-lines.ts';
import { PlainCommands } from './plain-commands.ts';
import type { PlainConsole } from './plain-console.ts';

export type PlainRun = {
  readonly parts: SessionServices;
  readonly console: PlainConsole;
  readonly initialPrompt?: string | undefined;
};

/** The session line by line, for screen readers and terminals that can't be drawn on. Returns the exit code. */
export async function runPlain({ parts, console, initialPrompt }: PlainRun): Promise<number> {
  let startedAt = 0;
  const runner = new Runner({
    // Lines are read one after the other: a command never meets a run.
    act: () => null,
    start: (text, signal) => startRun(parts, text, signal),
    onStart() {
      startedAt = Date.now();
    },
    onEvent(event) {
      commands.spending.count(event, parts.conversation.model());
      const lines = eventLines(event);
      if (lines !== null) console.print(lines);
    },
    onFailure: (message) => console.print(message === 'interrupted' ? message : `failed: ${message}`),
    onEnd: () => commands.spending.ran(Date.now() - startedAt),
    clock: Date.now,
  });
  const isSecond = twiceWithinASecond();
  const leaving = new AbortController();
  const commands = new PlainCommands(parts, console, { run, leaving: leaving.signal });
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  let exitCode = 0;
  const stopListening = console.onInterrupt(() => {
    if (runner.isRunning) runner.interrupt();
    else if (isSecond()) leave(0);
    else console.print('press ctrl+c again to quit');
  });
  const stopHearing = onEndSignals(['SIGTERM', 'SIGHUP'], leave);
  const stopWatching = parts.mode.onChange(({ mode, previous }) => {
    if (mode !== previous) console.print(modeText(mode));
  });
  console.markPrompts(() => (parts.mode.isDisabled ? DISABLED_CHIP : '') + (parts.mode.latched ? LATCH_CHIP : ''));
  parts.onNotice((message) => console.print(`warning: ${message}`));
  try {
    console.print(`caliban ${parts.about.version}, plain; /help lists commands`);
    for (const line of modeLines(parts.mode)) console.print(line);
    for (const notice of parts.about.notices) console.print(notice);
    if (initialPrompt !== undefined && initialPrompt.trim() !== '') await run(initialPrompt);
    while (!commands.hasQuit && !leaving.signal.aborted) {
      console.ask('> ');
      const text = await nextPrompt(console, leaving.signal);
      if (text === null || leaving.signal.aborted) {
        // The shell's prompt starts on a new line.
        console.print('');
        break;
      }
      if (text.trim() === '') {
        if (parts.about.emptyPrompt !== undefined) await run(parts.about.emptyPrompt.sends);
        continue;
      }
      parts.history.add(text);
      if (text.startsWith('/')) await untilLeft(runSlashCommand(commands, text));
      else await run(text);
    }
    await untilIdle(runner);
    return exitCode;
  } finally {
    stopWatching();
    stopListening();
    stopHearing();
  }

  function leave(code: number): void {
    exitCode = code;
    runner.interrupt();
    leaving.abort();
  }

  /** Lines typed meanwhile stay in the console: a question discards them, else they are the next prompts. */
  async function run(text: string): Promise<void> {
    runner.send(text);
    await untilLeft(runner.idle);
  }

  function untilLeft(work: Promise<void>): Promise<void> {
    return Promise.race([work, left]);
  }
}

/** What a drawn session shows in its status line. */
function modeLines({ current, latched, isDisabled }: SessionServices['mode']): readonly string[] {
  return [
    ...(isDisabled ? [DISABLED_BANNER] : current === 'bypassPermissions' ? [BYPASS_BANNER] : []),
    ...(current === 'default' ? [] : [modeText(current)]),
    ...(latched ? ['bypass latch: bypassPermissions can be entered; /drop-bypass drops it'] : []),
  ];
}

/** A line, and the following ones while each ends in a backslash. */
async function nextPrompt(console: PlainConsole, signal: AbortSignal): Promise<string | null> {
  const line = await console.nextLine(signal);
  if (line === null || !line.endsWith('\\')) return line;
  const rest = await nextPrompt(console, signal);
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
