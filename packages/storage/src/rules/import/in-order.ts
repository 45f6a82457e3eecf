import { type ImportedPattern, toolOf } from './import-rule.ts';
import type { ImportedRule } from './imported.ts';

/** A widened ask must not turn the denies below it into questions: those denies are moved above it. */
export function inOrder(carried: readonly ImportedPattern[]): readonly ImportedRule[] {
  const asks = new WidenedAsks();
  const above = new Map<number, ImportedRule[]>();
  const staying: (readonly [number, ImportedRule])[] = [];
  for (const [index, { rule, widened }] of carried.entries()) {
    const place = rule.action === 'deny' ? asks.firstThatShares(rule) : null;
    if (place !== null) pushTo(above, place, rule);
    else staying.push([index, rule]);
    if (widened && rule.action === 'ask') asks.add(rule, index);
  }
  return staying.flatMap(([index, rule]) => [...(above.get(index) ?? []), rule]);
}

/** The position of the first widened ask of each tool. */
class WidenedAsks {
  readonly #byTool = new Map<string, number>();
  #first: number | null = null;
  #firstGlob: number | null = null;

  add({ pattern }: ImportedRule, index: number): void {
    const tool = toolOf(pattern);
    this.#first ??= index;
    if (isGlob(tool)) this.#firstGlob ??= index;
    else if (!this.#byTool.has(tool)) this.#byTool.set(tool, index);
  }

  firstThatShares({ pattern }: ImportedRule): number | null {
    const tool = toolOf(pattern);
    if (isGlob(tool)) return this.#first;
    const named = this.#byTool.get(tool) ?? null;
    if (named === null || this.#firstGlob === null) return named ?? this.#firstGlob;
    return Math.min(named, this.#firstGlob);
  }
}

function isGlob(tool: string): boolean {
  return /[*?]/.test(tool);
}

function pushTo(lists: Map<number, ImportedRule[]>, key: number, rule: ImportedRule): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [rule]);
  else list.push(rule);
}
