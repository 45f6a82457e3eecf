import type { PermissionMode } from '@caliban/gate';
import { ruleWithPlace } from '../ask/why-lines.ts';
import type { CommandDesk } from '../commands/slash-command.ts';
import { spelledOut } from '../fields/spelled.ts';
import { timeOf } from '../permissions/audit-lines.ts';
import { COUNTS } from '../permissions/rule-row-line.ts';
import type { TuiParts } from '../ports.ts';
import { replayed } from '../session/replay.ts';
import type { PlainConsole } from './plain-console.ts';

/** What the commands do in the plain session. */
export class PlainDesk implements CommandDesk {
  readonly face = 'plain';
  readonly parts: TuiParts;
  readonly #console: PlainConsole;
  #hasQuit = false;

  constructor(parts: TuiParts, console: PlainConsole) {
    this.parts = parts;
    this.#console = console;
  }

  get hasQuit(): boolean {
    return this.#hasQuit;
  }

  say(text: string, weight: 'info' | 'warning' | 'error' = 'info'): void {
    this.#console.print(weight === 'info' ? text : `${weight}: ${text}`);
  }

  openPermissions(tab: 'view' | 'audit'): Promise<void> {
    return tab === 'view' ? this.#rules() : this.#decisions();
  }

  switchMode(mode: PermissionMode): void {
    const previous = this.parts.mode.current;
    const outcome = this.parts.mode.switchTo(mode);
    const landed = this.parts.mode.isDisabled ? '' : `; mode: ${outcome.mode}`;
    if (outcome.kind === 'refused') this.say(`${outcome.reason}${landed}`, 'warning');
    // A change is told by whoever watches for changes.
    else if (outcome.mode === previous) this.say(`mode: ${outcome.mode}`);
  }

  dropLatch(): void {
    const dropped = this.parts.mode.dropLatch();
    this.say(dropped ? 'bypass latch dropped for the rest of the session' : 'there is no bypass latch to drop');
  }

  clear(): void {
    this.parts.conversation.clear();
    this.say('the conversation begins anew');
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

  quit(): void {
    this.#hasQuit = true;
  }

  async #rules(): Promise<void> {
    const rules = await this.parts.rules.list();
    for (const { rule, counts } of rules) {
      const mark = counts === 'now' ? '' : `  [${COUNTS[counts]}]`;
      const note = rule.comment === undefined ? '' : `  # ${rule.comment}`;
      this.say(spelledOut(`${rule.action} ${ruleWithPlace(rule)}${mark}${note}`));
    }
    this.say('`caliban perms` changes them');
  }

  async #decisions(): Promise<void> {
    const decisions = await this.parts.log.recent(20);
    if (decisions.length === 0) this.say('nothing has been decided yet');
    for (const { at, outcome, tool, summary, because } of decisions) {
      this.say(spelledOut(`${timeOf(at)} ${outcome} ${tool} ${summary}: ${because}`));
    }
  }
}
