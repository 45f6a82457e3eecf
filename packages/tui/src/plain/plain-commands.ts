import type { SavedSession, SessionServices } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import type { PermissionMode } from '@caliban/gate';
import { ruleWithPlace } from '../ask/why-lines.ts';
import { firstLine } from '../commands/resume-session.ts';
import type { CommandContext } from '../commands/slash-command.ts';
import { modeText } from '../modes/mode-words.ts';
import { timeOf } from '../permissions/audit-lines.ts';
import { COUNTS } from '../permissions/rule-row-line.ts';
import { localTime } from '../screen/local-time.ts';
import { replayed } from '../session/replay.ts';
import { Spending } from '../session/spending.ts';
import { choose } from './choose.ts';
import type { PlainConsole } from './plain-console.ts';

export type PlainCommandParts = {
  /** Runs like a prompt. */
  readonly run: (text: string) => Promise<void>;
  readonly leaving: AbortSignal;
};

/** The commands' implementation in the plain session. */
export class PlainCommands implements CommandContext {
  readonly frontend = 'lines';
  readonly parts: SessionServices;
  readonly spending: Spending = new Spending();
  readonly leaving: AbortSignal;
  readonly #console: PlainConsole;
  readonly #run: (text: string) => Promise<void>;
  #hasQuit = false;

  constructor(parts: SessionServices, console: PlainConsole, { run, leaving }: PlainCommandParts) {
    this.parts = parts;
    this.#console = console;
    this.#run = run;
    this.leaving = leaving;
  }

  get hasQuit(): boolean {
    return this.#hasQuit;
  }

  say(text: string, weight: 'info' | 'warning' | 'error' = 'info'): void {
    this.#console.print(weight === 'info' ? text : `${weight}: ${text}`);
  }

  openPermissions(tab: 'view' | 'audit', search = ''): Promise<void> {
    return tab === 'view' ? this.#rules() : this.#decisions(search);
  }

  switchMode(mode: PermissionMode): void {
    const previous = this.parts.mode.current;
    const outcome = this.parts.mode.switchTo(mode);
    const landed = this.parts.mode.isDisabled ? '' : `; mode: ${outcome.mode}`;
    if (outcome.kind === 'refused') this.say(`${outcome.reason}${landed}`, 'warning');
    // A change is reported by the mode listener.
    else if (outcome.mode === previous) this.say(modeText(outcome.mode));
  }

  dropLatch(): void {
    const dropped = this.parts.mode.dropLatch();
    this.say(dropped ? 'bypass latch dropped for the rest of the session' : 'there is no bypass latch to drop');
  }

  clear(): void {
    this.parts.conversation.clear();
    this.say('A new conversation begins.');
  }

  async resume(id: string): Promise<void> {
    const resumed = await this.parts.conversation.resume(id);
    if (!resumed.ok) {
      this.say(resumed.error, 'error');
      return;
    }
    for (const entry of replayed(resumed.value)) {
      if (entry.kind === 'prompt') this.#console.print(`> ${entry.text}`);
      if (entry.kind === 'text') this.#console.print(entry.text);
    }
  }

  async chooseSession(sessions: readonly SavedSession[]): Promise<void> {
    const now = new Date();
    const chosen = await choose(this.#console, {
      title: 'which session?',
      choices: [...sessions.slice(0, MAX_SESSIONS), null],
      name: (session) =>
        session === null
          ? 'none'
          : `${localTime(session.changedAt, now)}: ${spelledOut(firstLine(session.firstPrompt))}`,
      onEmpty: null,
      signal: this.leaving,
    });
    if (chosen !== null) await this.resume(chosen.id);
  }

  hint(text: string): void {
    this.say(text);
  }

  run(text: string): Promise<void> {
    return this.#run(text);
  }

  quit(): void {
    this.#hasQuit = true;
  }

  async #rules(): Promise<void> {
    const rules = await this.parts.rules.list();
    for (const { rule, savedAs, counts } of rules) {
      const mark =
        savedAs !== null ? `  [saved to ${savedAs.source.file}]` : counts === 'now' ? '' : `  [${COUNTS[counts]}]`;
      const note = rule.comment === undefined ? '' : `  # ${rule.comment}`;
      this.say(spelledOut(`${rule.action} ${ruleWithPlace(rule)}${mark}${note}`));
    }
    this.say('`caliban perms` changes them');
  }

  async #decisions(text: string): Promise<void> {
    const { log } = this.parts;
    const decisions = await (text === '' ? log.recent(MAX_DECISIONS) : log.search(text, MAX_DECISIONS, this.leaving));
    if (decisions.length === 0) this.say(text === '' ? 'nothing has been decided yet' : 'nothing in the log fits that');
    for (const { at, outcome, tool, summary, because } of decisions) {
      this.say(spelledOut(`${timeOf(at)} ${outcome} ${tool} ${summary}: ${because}`));
    }
  }
}

const MAX_SESSIONS = 20;
const MAX_DECISIONS = 20;
