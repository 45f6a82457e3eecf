import { formatPattern } from '../../pattern/format-pattern.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import { ACTIONS, type Action, type Layer, type Rule } from '../../types/rule.ts';
import type { ToolProfiles } from '../../types/tool-profile.ts';
import { actionBit } from '../rule-index.ts';
import { BoundedCache } from './bounded-cache.ts';
import { doubled } from './growing.ts';

type Origin = { readonly from: number; readonly layer: Layer; readonly file: string | undefined };

const CHUNK_BITS = 10;
const CHUNK = 1 << CHUNK_BITS;

/** Rules packed into columns: pattern texts glued together by the thousand, everything rare in a map of its own. */
export class RuleColumns {
  readonly #profiles: ToolProfiles;
  #size = 0;
  #actions = new Uint8Array(64);
  /** Line in the rule's file plus one; 0 for none. */
  #lines = new Int32Array(64);
  /** Where a pattern ends in the text of its chunk. */
  #ends = new Int32Array(64);
  readonly #chunks: string[] = [];
  #unglued: string[] = [];
  #ungluedLength = 0;
  /** From which position on rules come from which layer and file; neighbours share them. */
  readonly #origins: Origin[] = [];
  #origin: Origin | null = null;
  readonly #comments = new Map<number, string>();
  readonly #reasons = new Map<number, string>();
  readonly #expiries = new Map<number, string>();
  readonly #recent = new BoundedCache<number, Rule>(1024);

  constructor(profiles: ToolProfiles) {
    this.#profiles = profiles;
  }

  get size(): number {
    return this.#size;
  }

  add({ pattern, action, source, comment, reason, expiresAt }: Rule): void {
    const position = this.#size++;
    if (position === this.#actions.length) this.#grow();
    this.#actions[position] = actionBit(action);
    this.#lines[position] = source.line === undefined ? 0 : source.line + 1;
    if (this.#origin?.file !== source.file || this.#origin?.layer !== source.layer) {
      this.#origin = { from: position, layer: source.layer, file: source.file };
      this.#origins.push(this.#origin);
    }
    if (comment !== undefined) this.#comments.set(position, comment);
    if (reason !== undefined) this.#reasons.set(position, reason);
    if (expiresAt !== undefined) this.#expiries.set(position, expiresAt);

    const text = formatPattern(pattern);
    this.#unglued.push(text);
    this.#ungluedLength += text.length;
    this.#ends[position] = this.#ungluedLength;
    if (this.#unglued.length === CHUNK) this.#glue();
  }

  finish(): void {
    if (this.#unglued.length > 0) this.#glue();
    this.#actions = this.#actions.slice(0, this.#size);
    this.#lines = this.#lines.slice(0, this.#size);
    this.#ends = this.#ends.slice(0, this.#size);
  }

  rule(position: number): Rule {
    const known = this.#recent.get(position);
    if (known !== undefined) return known;
    if (!(position >= 0 && position < this.#size)) throw new RangeError(`no rule stands at ${position}`);
    const rule = this.#make(position);
    this.#recent.set(position, rule);
    return rule;
  }

  action(position: number): Action {
    return ACTIONS.find((action) => actionBit(action) === this.#actions[position]) as Action;
  }

  patternText(position: number): string {
    const start = position % CHUNK === 0 ? 0 : (this.#ends[position - 1] as number);
    return (this.#chunks[position >>> CHUNK_BITS] as string).slice(start, this.#ends[position]);
  }

  #make(position: number): Rule {
    const text = this.patternText(position);
    const pattern = parsePattern(text, this.#profiles);
    if (!pattern.ok) throw new Error(`\`${text}\` was a pattern when it was compiled: ${pattern.error.message}`);
    const { layer, file } = this.#origins.findLast(({ from }) => from <= position) as Origin;
    const line = (this.#lines[position] as number) - 1;
    const comment = this.#comments.get(position);
    const reason = this.#reasons.get(position);
    const expiresAt = this.#expiries.get(position);
    return {
      pattern: pattern.value,
      action: this.action(position),
      source: {
        layer,
        ...(file === undefined ? {} : { file }),
        ...(line === -1 ? {} : { line }),
      },
      ...(comment === undefined ? {} : { comment }),
      ...(reason === undefined ? {} : { reason }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  }

  #glue(): void {
    this.#chunks.push(this.#unglued.join(''));
    this.#unglued = [];
    this.#ungluedLength = 0;
  }

  #grow(): void {
    this.#actions = doubled(this.#actions);
    this.#lines = doubled(this.#lines);
    this.#ends = doubled(this.#ends);
  }
}
