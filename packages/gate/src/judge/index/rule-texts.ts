import type { ToolProfiles } from '@caliban/calls';
import { formatPattern } from '../../pattern/format-pattern.ts';
import { parsePattern, specInText } from '../../pattern/parse-pattern.ts';
import type { Spec } from '../../types/pattern.ts';
import { ACTIONS, type Action, type Rule } from '../../types/rule.ts';
import { actionBit } from '../rule-index.ts';
import { CHUNK, CHUNK_BITS, type IndexParts, type RuleChunk, type TextsByPosition } from './index-parts.ts';
import { BoundedCache } from './matchers.ts';

type ChunkOf = Pick<IndexParts, 'size' | 'chunk'>;

/** Reads rules back from the chunks; the latest are cached. */
export class RuleTexts {
  readonly profiles: ToolProfiles;
  readonly #parts: ChunkOf;
  readonly #recent = new BoundedCache<number, Rule>(1024);

  constructor(parts: ChunkOf, profiles: ToolProfiles) {
    this.#parts = parts;
    this.profiles = profiles;
  }

  rule(position: number): Rule {
    const known = this.#recent.get(position);
    if (known !== undefined) return known;
    if (!(position >= 0 && position < this.#parts.size)) throw new RangeError(`no rule at ${position}`);
    const rule = this.#read(position);
    this.#recent.set(position, rule);
    return rule;
  }

  action(position: number): Action {
    return actionIn(this.#chunk(position), position % CHUNK);
  }

  /** The rule's requirements for a call of this tool; null if it can never match one. */
  spec(position: number, tool: string): Spec | null {
    return specInText(patternIn(this.#chunk(position), position % CHUNK), tool, this.profiles);
  }

  #chunk(position: number): RuleChunk {
    return this.#parts.chunk(position >>> CHUNK_BITS);
  }

  #read(position: number): Rule {
    const chunk = this.#chunk(position);
    const index = position % CHUNK;
    const text = patternIn(chunk, index);
    const pattern = parsePattern(text, this.profiles);
    if (!pattern.ok) throw new Error(`\`${text}\` was a pattern when it was compiled: ${pattern.error.message}`);
    const origin = chunk.origins.findLast(([from]) => from <= position);
    if (origin === undefined) throw new Error(`the rule at ${position} comes from no layer`);
    const [, layer, file] = origin;
    const line = (chunk.lines[index] as number) - 1;
    const comment = textAt(chunk.comments, position);
    const reason = textAt(chunk.reasons, position);
    const expiresAt = textAt(chunk.expiries, position);
    return {
      pattern: pattern.value,
      action: actionIn(chunk, index),
      source: {
        layer,
        ...(file === null ? {} : { file }),
        ...(line === -1 ? {} : { line }),
      },
      ...(comment === undefined ? {} : { comment }),
      ...(reason === undefined ? {} : { reason }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(chunk.confined.includes(position) ? { confined: true } : {}),
      ...chunk.people.find(([at]) => at === position)?.[1],
    };
  }
}

function textAt(texts: TextsByPosition, wanted: number): string | undefined {
  return texts.find(([position]) => position === wanted)?.[1];
}

/** Rules as written, in chunks, in the order in which they are added. */
export class RuleChunkBuilder {
  #size = 0;
  #rules: Rule[] = [];
  readonly #chunks: RuleChunk[] = [];

  get size(): number {
    return this.#size;
  }

  add(rule: Rule): void {
    this.#size++;
    this.#rules.push(rule);
    if (this.#rules.length === CHUNK) this.#finishChunk();
  }

  finish(): readonly RuleChunk[] {
    if (this.#rules.length > 0) this.#finishChunk();
    return this.#chunks;
  }

  #finishChunk(): void {
    this.#chunks.push(chunkOf(this.#rules, this.#chunks.length * CHUNK));
    this.#rules = [];
  }
}

function chunkOf(rules: readonly Rule[], start: number): RuleChunk {
  const texts = rules.map(({ pattern }) => formatPattern(pattern));
  const ends = new Int32Array(rules.length);
  let end = 0;
  for (const [index, text] of texts.entries()) ends[index] = end += text.length;
  const present = (key: 'comment' | 'reason' | 'expiresAt') =>
    rules.flatMap((rule, index) => (rule[key] === undefined ? [] : [[start + index, rule[key]] as const]));
  return {
    actions: Uint8Array.from(rules, ({ action }) => actionBit(action)),
    lines: Int32Array.from(rules, ({ source: { line } }) => (line === undefined ? 0 : line + 1)),
    ends,
    text: texts.join(''),
    origins: originsOf(rules, start),
    comments: present('comment'),
    reasons: present('reason'),
    expiries: present('expiresAt'),
    confined: rules.flatMap(({ confined }, index) => (confined === true ? [start + index] : [])),
    people: rules.flatMap((rule, index) => {
      const people = peopleFields(rule);
      return Object.keys(people).length === 0 ? [] : [[start + index, people] as const];
    }),
  };
}

function peopleFields({ approvals, selfApproval }: Rule): RuleChunk['people'][number][1] {
  return { ...(approvals === undefined ? {} : { approvals }), ...(selfApproval === undefined ? {} : { selfApproval }) };
}

function originsOf(rules: readonly Rule[], start: number): RuleChunk['origins'] {
  const origins: RuleChunk['origins'][number][] = [];
  let before: Rule['source'] | null = null;
  for (const [index, { source }] of rules.entries()) {
    if (before?.file !== source.file || before?.layer !== source.layer)
      origins.push([start + index, source.layer, source.file ?? null]);
    before = source;
  }
  return origins;
}

export function actionIn({ actions }: RuleChunk, index: number): Rule['action'] {
  return ACTIONS.find((action) => actionBit(action) === actions[index]) as Rule['action'];
}

export function patternIn({ ends, text }: RuleChunk, index: number): string {
  return text.slice(index === 0 ? 0 : ends[index - 1], ends[index]);
}
