import type { AgentEvent } from '@caliban/agent/internal/events';
import type { Usage } from '@caliban/agent/internal/models/model';
import { addUsage, NO_USAGE } from '@caliban/agent/internal/models/usage';
import type { PermissionMode } from '@caliban/gate';
import type { ModeSwitch } from '@caliban/gate/internal/state/shared-permission-mode';
import { runSlashCommand } from '../commands/run-slash-command.ts';
import type { CommandDesk } from '../commands/slash-command.ts';
import type { TuiParts } from '../ports.ts';
import { Prompt } from './prompt/prompt.ts';
import { Runner } from './runner.ts';
import { Scroll } from './scroll.ts';
import { DISABLED_BANNER } from './status-line.ts';
import { Toasts } from './toasts.ts';
import { Transcript } from './transcript.ts';
import { Watchers } from './watchers.ts';

/** What covers the screen. */
export type Overlay = { readonly tab: 'view' | 'audit' };

export type SessionOptions = { readonly parts: TuiParts; readonly clock?: () => number };

/** The session behind the screen: what was said, what runs, what is being written. Draws nothing. */
export class Session implements CommandDesk {
  readonly face = 'drawn';
  readonly parts: TuiParts;
  readonly clock: () => number;
  readonly watchers: Watchers = new Watchers();
  readonly transcript: Transcript = new Transcript();
  readonly scroll: Scroll = new Scroll();
  readonly toasts: Toasts = new Toasts(this.watchers.tellNow);
  readonly runner: Runner;
  readonly prompt: Prompt;
  /** Resolves with the exit code. */
  readonly finished: Promise<number>;
  #finish: (code: number) => void = () => {};
  #overlay: Overlay | null = null;
  #usage: Usage = NO_USAGE;
  readonly #stopWatchingMode: () => void;

  constructor({ parts, clock = Date.now }: SessionOptions) {
    this.parts = parts;
    this.clock = clock;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.runner = new Runner({
      start: (text, signal) => this.#start(text, signal),
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
    });
    this.#stopWatchingMode = parts.mode.onChange(({ mode, previous }) => {
      if (mode !== previous) this.toasts.show(`mode: ${mode}`);
    });
    parts.onNews((message) => {
      this.say(message, 'warning');
      // The transcript may be covered by the editor, and a rule that was not saved must not end in its success.
      this.toasts.show(message, 'warning');
    });
    this.transcript.addNotice(`caliban ${parts.about.version} · /help lists commands and keys`, 'quiet');
    if (parts.mode.isDisabled) this.transcript.addNotice(DISABLED_BANNER, 'error');
    for (const notice of parts.about.notices) this.transcript.addNotice(notice, 'quiet');
  }

  get overlay(): Overlay | null {
    return this.#overlay;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** A prompt, a `/command` or a `!command line`. */
  send(text: string): void {
    this.parts.history.add(text);
    this.scroll.toEnd();
    if (text.startsWith('/')) void runSlashCommand(this, text.trim(), { isRunning: this.runner.isRunning });
    else this.runner.send(text);
    this.watchers.tellNow();
  }

  /** What waited behind the run comes back into the prompt. */
  interrupt(): void {
    const queued = this.runner.interrupt();
    if (queued.length > 0) this.prompt.prepend(queued.join('\n'));
    this.watchers.tellNow();
  }

  say(text: string, weight: 'info' | 'warning' | 'error' = 'info'): void {
    this.transcript.addNotice(text, weight);
    this.watchers.tellNow();
  }

  openPermissions(tab: Overlay['tab']): void {
    this.#overlay = { tab };
    this.watchers.tellNow();
  }

  readonly closeOverlay = (): void => {
    this.#overlay = null;
    this.watchers.tellNow();
  };

  cycleMode(): void {
    this.#reportRefusal(this.parts.mode.cycle());
  }

  switchMode(mode: PermissionMode): void {
    const before = this.parts.mode.current;
    const outcome = this.parts.mode.switchTo(mode);
    if (outcome.kind === 'switched' && before === mode) this.toasts.show(`mode: ${mode} already`);
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
    this.say('the conversation begins anew');
  }

  async resume(id: string): Promise<void> {
    const resumed = await this.parts.conversation.resume(id);
    if (!resumed.ok) return this.say(resumed.error, 'error');
    this.transcript.clear();
    this.transcript.replay(resumed.value);
    this.say('the session goes on from here');
  }

  quit(code = 0): void {
    this.runner.interrupt();
    this.#finish(code);
  }

  /** Ends every timer and subscription. */
  close(): void {
    this.#stopWatchingMode();
    this.toasts.hide();
    this.watchers.stop();
  }

  #reportRefusal(outcome: ModeSwitch): void {
    if (outcome.kind === 'switched') return;
    const landed = this.parts.mode.isDisabled ? '' : `; mode: ${outcome.mode}`;
    this.toasts.show(`${outcome.reason}${landed}`, 'warning');
  }

  #start(text: string, signal: AbortSignal): AsyncIterable<AgentEvent> {
    if (text.startsWith('!')) return this.parts.runCommand(text.slice(1).trim(), signal);
    return this.parts.conversation.run(text, signal);
  }

  #onStart(text: string): void {
    this.transcript.addPrompt(text);
    this.watchers.tellNow();
  }

  #onEvent(event: AgentEvent): void {
    this.transcript.apply(event, this.clock());
    if (event.kind === 'assistant') this.#usage = addUsage(this.#usage, event.usage);
    this.watchers.tellSoon();
  }

  #onEnd(): void {
    this.transcript.settle();
    this.watchers.tellNow();
  }
}
