import type { Layer } from '@caliban/gate';
import type { FileNotice, PermissionSettings } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';
import type { Box } from './boxes.ts';
import { checksum, checksumOfWords } from './checksum.ts';
import type { Origin } from './packed-rule.ts';
import type { BoxName } from './shelf.ts';

/**
 * The file: magic, length and sum of the header, the header as JSON; then a filter that knows most names that are not there, pages of a
 * hash table from box names to boxes, and the boxes. Every piece carries its own sum, and all are small, so that a process reads and
 * checks only the little it needs.
 */
export const MAGIC = 0x344b5043;
export const PREFIX_BYTES = 12;
export const FILTER_BLOCK_BYTES = 32;
export const BITS_A_BLOCK = 224;
export const PAGE_BYTES = 256;
export const SLOTS_A_PAGE = 15;
export const SLOT_BYTES = 16;
export const BOX_SUM_BYTES = 4;

/** What a packed policy says about itself. */
export type PackHeader = Stamp & {
  /** Of caliban: another build may read patterns otherwise. */
  readonly build: string;
  /** Where rules were looked for. */
  readonly places: string;
  readonly foldPaths: boolean;
  readonly rules: number;
  readonly settings: PermissionSettings;
  readonly lockedLayers: readonly Layer[];
  /** Null where there are too many to be read at every start. */
  readonly warnings: readonly FileNotice[] | null;
  /** What of the project is left out, because this user has not accepted it; null: nothing. */
  readonly unaccepted: Unaccepted | null;
  readonly origins: readonly Origin[];
  readonly toolGlobs: readonly string[];
};

/** What was packed, and when. */
export type Stamp = {
  readonly sources: readonly PackedSource[];
  /** In nanoseconds since 1970, as text. */
  readonly packedAt: string;
};

/** A file or directory the policy was read from, or was not because it is not there. */
export type PackedSource = {
  readonly path: string;
  /** What `stat` said; empty where nothing is there. */
  readonly state: string;
  /** Of its content, or of the names in it. */
  readonly hash: string;
};

export type Layout = {
  readonly filterBlocks: number;
  readonly pages: number;
  /** All of the boxes together. */
  readonly boxBytes: number;
};

export function packFile(header: PackHeader, boxes: readonly Box[]): Buffer {
  const { bytes, lengths } = contentsOf(boxes);
  const table = tableOf(boxes, lengths);
  const filter = filterOf(boxes);
  const layout: Layout = {
    filterBlocks: filter.length / FILTER_BLOCK_BYTES,
    pages: table.length / PAGE_BYTES,
    boxBytes: bytes.length,
  };
  return Buffer.concat([headerBytes(header, layout), filter, table, bytes]);
}

/** Padded, so that what follows lies at a multiple of four. */
export function headerBytes(header: PackHeader, layout: Layout): Buffer {
  const json = Buffer.from(asciiJson({ header, layout }));
  const padded = Buffer.alloc((json.length + 3) & ~3, ' ');
  json.copy(padded);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(MAGIC, 0);
  prefix.writeUInt32LE(padded.length, 4);
  prefix.writeUInt32LE(checksum(padded, MAGIC), 8);
  return Buffer.concat([prefix, padded]);
}

/** One byte a character: nothing has to be decoded. */
function asciiJson(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** A box out of its place is no better than a broken one. */
export function boxSeed({ one, other }: BoxName): number {
  return one ^ other;
}

export function pageSeed(page: number): number {
  return page ^ 0x7ab1e;
}

export function blockSeed(block: number): number {
  return block ^ 0x0f117e12;
}

type Contents = {
  readonly bytes: Uint8Array /** Of each box, its sum included. */;
  readonly lengths: readonly number[];
};

/** Written as one text: there are thousands of boxes, and memory for each of them takes longer than what is in them. */
function contentsOf(boxes: readonly Box[]): Contents {
  const texts = paddedTexts(boxes);
  const lengths = texts.map(({ length }) => length + BOX_SUM_BYTES);
  const written = Buffer.from(`${SUM_TO_COME}${texts.join(SUM_TO_COME)}`, 'latin1');
  const bytes = new Uint8Array(written.length);
  bytes.set(written);
  const words = new Uint32Array(bytes.buffer);
  let start = 0;
  for (let index = 0; index < boxes.length; index++) {
    const end = start + (lengths[index] as number) / 4;
    words[start] = checksumOfWords(words, boxSeed((boxes[index] as Box).name), start + BOX_SUM_BYTES / 4, end);
    start = end;
  }
  return { bytes, lengths };
}

/** Looked at all together, because hardly a policy has anything beyond ASCII. */
function paddedTexts(boxes: readonly Box[]): readonly string[] {
  const texts = boxes.map(({ content }) => JSON.stringify(content));
  const ascii = BEYOND_ASCII.test(texts.join('')) ? texts.map(escaped) : texts;
  return ascii.map((text) => text.padEnd((text.length + 3) & ~3));
}

const SUM_TO_COME = ' '.repeat(BOX_SUM_BYTES);

/** Offsets count from the first box. */
function tableOf(boxes: readonly Box[], lengths: readonly number[]): Uint8Array {
  for (let pages = Math.max(1, Math.ceil(boxes.length / 4)); ; pages *= 2) {
    const table = filledTable(boxes, lengths, pages);
    if (table !== null) return table;
  }
}

/** Null when a page would overflow. */
function filledTable(boxes: readonly Box[], lengths: readonly number[], pages: number): Uint8Array | null {
  const table = new Uint32Array((pages * PAGE_BYTES) / 4);
  const used = new Uint8Array(pages);
  let offset = 0;
  for (let index = 0; index < boxes.length; index++) {
    const { one, other } = (boxes[index] as Box).name;
    const page = one % pages;
    const slot = used[page] as number;
    if (slot === SLOTS_A_PAGE) return null;
    used[page] = slot + 1;
    const at = (page * PAGE_BYTES + slot * SLOT_BYTES) / 4;
    const length = lengths[index] as number;
    table[at] = one;
    table[at + 1] = other;
    table[at + 2] = offset;
    table[at + 3] = length;
    offset += length;
  }
  const words = PAGE_BYTES / 4;
  for (let page = 0; page < pages; page++) {
    const sumAt = (page + 1) * words - 1;
    table[sumAt] = checksumOfWords(table, pageSeed(page), page * words, sumAt);
  }
  return new Uint8Array(table.buffer);
}

/** One bit for every name, in sixteen times as many. */
function filterOf(boxes: readonly Box[]): Uint8Array {
  const blocks = Math.max(1, Math.ceil((boxes.length * 16) / BITS_A_BLOCK));
  const filter = new Uint8Array(blocks * FILTER_BLOCK_BYTES);
  const words = new Uint32Array(filter.buffer);
  for (const { name } of boxes) {
    const bit = bitInBlock(name.one);
    const word = ((name.one % blocks) * FILTER_BLOCK_BYTES) / 4 + (bit >>> 5);
    words[word] = (words[word] as number) | (1 << (bit & 31));
  }
  const wordsABlock = FILTER_BLOCK_BYTES / 4;
  for (let block = 0; block < blocks; block++) {
    const sumAt = (block + 1) * wordsABlock - 1;
    words[sumAt] = checksumOfWords(words, blockSeed(block), block * wordsABlock, sumAt);
  }
  return filter;
}

/** All that is to be known of a name lies in the block that the first half of it leads to. */
export function bitInBlock(one: number): number {
  return (Math.imul(one, 0x9e3779b1) >>> 16) % BITS_A_BLOCK;
}
