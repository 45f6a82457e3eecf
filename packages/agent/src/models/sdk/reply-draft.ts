import type { AssistantMessage, AssistantPart, ToolUse } from '../../conversation/messages.ts';

type Fragment = { readonly id: string; readonly text?: string; readonly keep?: unknown };

type Block = { readonly kind: 'text' | 'thinking'; readonly id: string; text: string; keep: unknown };

/** A reply while it arrives: its parts in the order in which they began. */
export class ReplyDraft {
  readonly #parts: (Block | ToolUse)[] = [];

  add(kind: Block['kind'], { id, text = '', keep }: Fragment): void {
    const block = this.#block(kind, id, text !== '');
    block.text += text;
    if (keep !== undefined) block.keep = keep;
  }

  addToolUse(use: ToolUse): void {
    this.#parts.push({ ...use, id: this.#freeId(use.id) });
  }

  toolUses(): readonly ToolUse[] {
    return this.#parts.filter((part) => part.kind === 'tool-use');
  }

  message(): AssistantMessage {
    return { role: 'assistant', parts: this.#parts.flatMap(finished) };
  }

  /** Text is only appended to the last block; a signature may come later. */
  #block(kind: Block['kind'], id: string, hasText: boolean): Block {
    const found = this.#parts.findLast((part): part is Block => part.kind === kind && part.id === id);
    if (found !== undefined && (found === this.#parts.at(-1) || !hasText)) return found;
    const block: Block = { kind, id, text: '', keep: undefined };
    this.#parts.push(block);
    return block;
  }

  /** Two calls with one id couldn't be distinguished in the results. */
  #freeId(wanted: string): string {
    const taken = new Set(this.toolUses().map(({ id }) => id));
    let id = wanted === '' ? 'call' : wanted;
    for (let count = 2; taken.has(id); count++) id = `${wanted === '' ? 'call' : wanted}-${count}`;
    return id;
  }
}

function finished(part: Block | ToolUse): readonly AssistantPart[] {
  if (part.kind === 'tool-use') return [part];
  const { kind, text, keep } = part;
  // A thinking part may consist of a signature only: a provider can hide its text.
  if (text === '' && (kind === 'text' || keep === undefined)) return [];
  return [keep === undefined ? { kind, text } : { kind, text, keep }];
}
