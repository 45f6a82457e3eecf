import { fieldOf, textOf } from '../hosts/protocol/payload.ts';

/** Which tools the server calls read-only, as far as it has been asked for its list. */
export class ToolHints {
  readonly #readOnly = new Map<string, boolean>();

  isReadOnly(tool: string): boolean {
    return this.#readOnly.get(tool) === true;
  }

  /** From the result of `tools/list`; a list may come in pages. */
  learn(result: unknown): void {
    const tools = fieldOf(result, 'tools');
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly unknown[]) {
      const name = textOf(tool, 'name');
      if (name === undefined) continue;
      this.#readOnly.set(name, fieldOf(fieldOf(tool, 'annotations'), 'readOnlyHint') === true);
    }
  }

  /** The list has changed, and no one has asked for it since. */
  forget(): void {
    this.#readOnly.clear();
  }
}
