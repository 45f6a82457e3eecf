import { fieldOf, textOf } from '../hosts/protocol/payload.ts';

/** Which tools the server declares read-only, as far as its list was requested. */
export class ToolHints {
  readonly #readOnly = new Map<string, boolean>();

  isReadOnly(tool: string): boolean {
    return this.#readOnly.get(tool) === true;
  }

  /** From the result of `tools/list`, which may come in pages. */
  learn(result: unknown): void {
    const tools = fieldOf(result, 'tools');
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly unknown[]) {
      const name = textOf(tool, 'name');
      if (name === undefined) continue;
      this.#readOnly.set(name, fieldOf(fieldOf(tool, 'annotations'), 'readOnlyHint') === true);
    }
  }

  /** The list has changed and hasn't been requested since. */
  forget(): void {
    this.#readOnly.clear();
  }
}
