import type { AgentEvent, Message, RunEnd } from '@caliban/agent';
import { plural } from '@caliban/calls/text';
import { splitMarkdown } from '../markdown/split-markdown.ts';
import { shortDuration } from '../screen/figures.ts';
import type { Entry, EntryBody, NoticeWeight } from './entry.ts';
import { replayed } from './replay.ts';

/** The conversation and its calls, in order. */
export class Transcript {
  #entries: Entry[] = [];
  /** The entry of each running call. */
  readonly #calls = new Map<string, number>();
  /** The texts that are still growing, by agent. */
  readonly #growing = new Map<string, number>();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
    this.#calls.clear();
    this.#growing.clear();
  }

  addPrompt(text: string): void {
    this.#add({ kind: 'prompt', text });
  }

  addNotice(text: string, weight: NoticeWeight = 'info', depth = 0): void {
    this.#add({ kind: 'notice', weight, text }, depth);
  }

  /** Shows a saved conversation. */
  replay(messages: readonly Message[]): void {
    for (const body of replayed(messages)) {
      this.#add(body);
      if (body.kind === 'text') this.#splitLong(this.#entries.length - 1, { agent: '', depth: 0 });
    }
    this.#growing.clear();
  }

  apply(event: AgentEvent, now: number): void {
    const agent = event.agent ?? '';
    if (event.kind !== 'text' && event.kind !== 'thinking') this.#growing.delete(agent);
    const depth = this.#depthOf(event);
    switch (event.kind) {
      case 'text':
      case 'thinking':
        this.#grow(event.kind, event.text, { agent, depth });
        break;
      case 'retrying': {
        const { afterMs, attempt, because } = event;
        this.addNotice(`trying again in ${shortDuration(afterMs)} (attempt ${attempt}): ${because}`, 'warning', depth);
        break;
      }
      case 'tool-started':
        this.#calls.set(callKey(agent, event.id), this.#entries.length);
        this.#add(
          { kind: 'tool', name: event.name, input: event.input, state: { kind: 'checking' }, output: '' },
          depth,
        );
        break;
      case 'tool-running':
        this.#changeCall(callKey(agent, event.id), (call) => ({ ...call, state: { kind: 'running', since: now } }));
        break;
      case 'tool-progress':
        this.#changeCall(callKey(agent, event.id), (call) => ({ ...call, output: call.output + event.text }));
        break;
      case 'tool-finished':
        this.#finishCall(callKey(agent, event.id), event, depth);
        break;
      case 'compacted':
        this.addNotice(
          `the conversation was summarised: ${event.fromMessages} messages became ${event.toMessages}`,
          'info',
          depth,
        );
        break;
      case 'ended':
        if (event.agent === undefined) this.#end(event.end);
        break;
      case 'turn-started':
      case 'assistant':
      case 'tool-results':
      case 'mode-changed':
        break;
    }
  }

  /** Nothing is running any more, whether or not an end event came. */
  settle(): void {
    for (const key of this.#calls.keys()) {
      this.#changeCall(key, (call) =>
        call.state.kind === 'ended' ? call : { ...call, state: { kind: 'ended', end: 'aborted', tookMs: 0 } },
      );
    }
    this.#calls.clear();
    this.#growing.clear();
  }

  #finishCall(key: string, event: AgentEvent & { kind: 'tool-finished' }, depth: number): void {
    const ended = {
      state: { kind: 'ended', end: event.end, tookMs: event.tookMs },
      output: event.result.text,
      ...(event.diff === undefined ? {} : { diff: event.diff }),
    } as const;
    if (this.#calls.has(key)) this.#changeCall(key, (call) => ({ ...call, ...ended }));
    // Refused before it began: there was no start event.
    else this.#add({ kind: 'tool', name: event.name, input: undefined, ...ended }, depth);
  }

  #end(end: RunEnd): void {
    switch (end.kind) {
      case 'done':
        break;
      case 'interrupted':
        this.addNotice('interrupted', 'warning');
        break;
      case 'turn-limit':
        this.addNotice(`stopped after ${plural(end.limit, 'turn')}; send another prompt to continue`, 'warning');
        break;
      case 'failed':
        this.addNotice(end.message, 'error');
        break;
    }
  }

  #grow(
    kind: 'text' | 'thinking',
    text: string,
    { agent, depth }: { readonly agent: string; readonly depth: number },
  ): void {
    const index = this.#growing.get(agent) ?? -1;
    const entry = this.#entries[index];
    if (entry?.kind !== kind) {
      const begun = text.replace(/^\s*\n/, '');
      if (begun === '') return;
      this.#growing.set(agent, this.#entries.length);
      this.#add(kind === 'text' ? { kind, text: begun, continues: false } : { kind, text: begun }, depth);
      if (kind === 'text') this.#splitLong(this.#entries.length - 1, { agent, depth });
      return;
    }
    this.#entries[index] = { ...entry, text: entry.text + text };
    if (kind === 'text') this.#splitLong(index, { agent, depth });
  }

  /** Only at the end of the transcript: nothing may come between the pieces. */
  #splitLong(index: number, { agent, depth }: { readonly agent: string; readonly depth: number }): void {
    const entry = this.#entries[index];
    if (entry?.kind !== 'text' || index !== this.#entries.length - 1) return;
    const split = splitMarkdown(entry.text);
    if (split === null) return;
    this.#entries[index] = { ...entry, text: split.piece };
    this.#growing.set(agent, this.#entries.length);
    this.#add({ kind: 'text', text: split.rest, continues: split.isSameBlock }, depth);
    this.#splitLong(this.#entries.length - 1, { agent, depth });
  }

  #add(body: EntryBody, depth = 0): void {
    this.#entries.push({ ...body, depth });
  }

  #changeCall(key: string, change: (call: Entry & { kind: 'tool' }) => Entry): void {
    const index = this.#calls.get(key) ?? -1;
    const entry = this.#entries[index];
    if (entry?.kind === 'tool') this.#entries[index] = change(entry);
  }

  #depthOf({ agent, parentToolUseId = '' }: AgentEvent): number {
    if (agent === undefined) return 0;
    const parent = [...this.#calls].find(([key]) => key.endsWith(callKey('', parentToolUseId)));
    return 1 + (this.#entries[parent?.[1] ?? -1]?.depth ?? 0);
  }
}

/** Two agents may use the same call ids. */
function callKey(agent: string, id: string): string {
  return `${agent}\n${id}`;
}
