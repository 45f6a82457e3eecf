import type { AgentEvent, Usage } from '@caliban/agent';
import { addUsage, NO_USAGE } from '@caliban/agent/models';
import type { SavedSession, SessionServices } from '@caliban/agent/session';
import type { PermissionMode } from '@caliban/gate';
import type { ModeSwitch } from '@caliban/gate/state';
import { parseCommand } from '../commands/command-table.ts';
import { runSlashCommand } from '../commands/run-slash-command.ts';
import type { CommandContext } from '../commands/slash-command.ts';
import { startRun } from '../commands/start-run.ts';
import { ModeCycle } from '../modes/mode-cycle.ts';
import { MODES, modeText } from '../modes/mode-words.ts';
import { Overlays } from './overlays.ts';
import { Prompt } from './prompt/prompt.ts';
import { Runner } from './runner.ts';
import { Scroll } from './scroll.ts';
import { Spending } from './spending.ts';
import { BYPASS_BANNER, DISABLED_BANNER } from './status-line.ts';
import { Toasts } from './toasts.ts';
import { Transcript } from './transcript.ts';
import { Watchers } from './watchers.ts';

export type SessionOptions = { readonly parts: SessionServices; readonly clock?: () => number };

/** The session behind the screen: the conversation, the current run, the prompt. Draws nothing. */
export class Session implements CommandContext {
  readonly frontend = 'ink';
  readonly parts: SessionServices;
  readonly clock: () => number;
  readonly watchers: Watchers = new Watchers();
  readonly transcript: Transcript = new Transcript();
  readonly scroll: Scroll = new Scroll();
  readonly toasts: Toasts = new Toasts(this.watchers.tellNow);
  readonly runner: Runner;
  readonly prompt: Prompt;
  readonly overlays: Overlays = new Overlays(this.watchers.tellNow);
  /** Resolves with the exit code. */
  readonly finished: Promise<number>;
  #finish: (code: number) => void = () => {};
  readonly spending: Spending = new Spending();
  readonly #leaving = new AbortController();
  #usage: Usage = NO_USAGE;
  #startedAt = 0;
  readonly #modes: ModeCycle;
  readonly #stopWatchingMode: () => void;

  constructor({ parts, clock = Date.now }: SessionOptions) {
    this.parts = parts;
    this.clock = clock;
    this.#modes = new ModeCycle(parts.mode, clock);
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.runner = new Runner({
      act: (text) => this.#act(text),
      start: (text, signal) => startRun(parts, text, signal),
      onStart: (text) => this.#onStart(text),
      onEvent: (event) => this.#onEvent(event),
      onFailure: (message) => this.transcript.addNotice(message, message === 'interrupted' ? 'warning' : 'error'),
      onEnd: () => this.#onEnd(),
      clock,
    });
    this.prompt = new Prompt({
      parts,
      changed: this.watchers.tellNow,
      takeBack: () => this.runner.takeBackLast(),
      send: (text) => this.send(text),
      sendEmpty: () => this.#sendEmpty(),
    });
    this.#stopWatchingMode = parts.mode.onChange(({ mode, previous }) => {
      if (mode !== previous) this.toasts.show(modeText(mode), MODES[mode].warning === undefined ? 'info' : 'danger');
    });
    parts.onNotice((message) => {
      this.say(message, 'warning');
      // As a toast, because the transcript may be covered by the editor, and an editor must not close as if a failed save had
      // succeeded.
      this.toasts.show(message, 'warning');
    });
    this.transcript.addNotice(`caliban ${parts.about.version} · /help lists commands and keys`, 'quiet');
    if (parts.mode.isDisabled) this.transcript.addNotice(DISABLED_BANNER, 'error');
    else if (parts.mode.current === 'bypassPermissions') this.transcript.addNotice(BYPASS_BANNER, 'error');
    // In the tour they are instructions.
    const weight = parts.about.emptyPrompt === undefined ? 'quiet' : 'info';
    for (const notice of parts.about.notices) this.transcript.addNotice(notice, weight);
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** A prompt, a `/command` or a `!command line`. */
  send(text: string): void {
    this.parts.history.add(text);
    this.scroll.toEnd();
    if (!text.startsWith('/')) this.runner.send(text);
    else if (waitsForItsTurn(text)) this.runner.send(text.trim());
    else void this.#runCommand(text.trim());
    this.watchers.tellNow();
  }

  /** Waiting prompts come back into the prompt. */
  interrupt(): void {
    const queued = this.runner.interrupt();
    if (queued.length > 0) this.prompt.prepend(queued.join('\n'));
    this.watchers.tellNow();
  }

  say(text: string, weight: 'info' | 'warning' | 'error' = 'info'): void {
    this.transcript.addNotice(text, weight);
    this.watchers.tellNow();
  }

  openPermissions(tab: 'view' | 'audit', search = ''): void {
    this.overlays.open({ kind: 'permissions', tab, search });
  }

  async chooseSession(sessions: readonly SavedSession[]): Promise<void> {
    const id = await this.overlays.pickSession(sessions);
    if (id !== null) await this.resume(id);
  }

  hint(text: string): void {
    this.toasts.show(text);
  }

  run(text: string): void {
    this.runner.send(text);
  }

  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  cycleMode(): void {
    const step = this.#modes.press();
    if (step.kind !== 'asks-for-second-press') {
      this.#reportRefusal(step);
      return;
    }
    const { does } = MODES[step.mode];
    this.toasts.show(`press Shift+Tab again for ${step.mode}: ${does}. /mode default goes back`, 'danger');
  }

  switchMode(mode: PermissionMode): void {
    const before = this.parts.mode.current;
    const outcome = this.parts.mode.switchTo(mode);
    if (outcome.kind === 'switched' && before === mode) this.toasts.show(`${modeText(mode)} (as before)`);
    this.#reportRefusal(outcome);
  }

  dropLatch(): void {
    const dropped = this.parts.mode.dropLatch();
    const { current } = this.parts.mode;
    this.toasts.show(
      dropped
        ? `bypass latch dropped for the rest of the session; mode: ${current}`
        : 'there is no bypass latch to drop',
    );
  }

  clear(): void {
    this.parts.conversation.clear();
    this.#usage = NO_USAGE;
    this.transcript.clear();
    this.scroll.toEnd();
    this.say('A new conversation begins.');
  }

  async resume(id: string): Promise<void> {
    const resumed = await this.parts.conversation.resume(id);
    if (!resumed.ok) return this.say(resumed.error, 'error');
    this.transcript.clear();
    this.transcript.replay(resumed.value);
    this.say('The session continues from here.');
  }

  quit(code = 0): void {
    this.runner.interrupt();
    this.overlays.abandon();
    this.#finish(code);
  }

  /** Ends every timer and subscription. */
  close(): void {
    this.#leaving.abort();
    this.#stopWatchingMode();
    this.toasts.hide();
    this.watchers.stop();
  }

  #reportRefusal(outcome: ModeSwitch): void {
    if (outcome.kind === 'switched') return;
    const landed = this.parts.mode.isDisabled ? '' : `; mode: ${outcome.mode}`;
    this.toasts.show(`${outcome.reason}${landed}`, 'warning');
  }

  /** Does nothing during a run, so that it isn't followed by another. */
  #sendEmpty(): void {
    const { emptyPrompt } = this.parts.about;
    if (emptyPrompt !== undefined && !this.runner.isRunning) this.send(emptyPrompt.sends);
  }

  #act(text: string): Promise<void> | null {
    return text.startsWith('/') && parseCommand(text).command?.when === 'in turn' ? this.#runCommand(text) : null;
  }

  /** What it says is below the command, as what an agent does is below the prompt. */
  #runCommand(text: string): Promise<void> {
    this.transcript.addPrompt(text);
    this.watchers.tellNow();
    return runSlashCommand(this, text);
  }

  #onStart(text: string): void {
    this.#startedAt = this.clock();
    this.transcript.addPrompt(text);
    this.watchers.tellNow();
  }

  #onEvent(event: AgentEvent): void {
    this.transcript.apply(event, this.clock());
    this.spending.count(event, this.parts.conversation.model());
    if (event.kind === 'assistant') this.#usage = addUsage(this.#usage, event.usage);
    this.watchers.tellSoon();
  }

  #onEnd(): void {
    this.spending.ran(this.clock() - this.#startedAt);
    this.transcript.settle();
    this.watchers.tellNow();
  }
}

/** A name that we don't know is said at once. */
function waitsForItsTurn(text: string): boolean {
  const { command } = parseCommand(text);
  return command !== undefined && command.when !== 'at once';
}
