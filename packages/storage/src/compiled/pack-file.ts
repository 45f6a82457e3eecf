import type { Layer } from '@caliban/gate';
import type { PermissionSettings } from '../rules/rule-file.ts';
import type { Box } from './boxes.ts';
import { checksum } from './checksum.ts';
import type { Origin } from './packed-rule.ts';
import type { BoxName } from './shelf.ts';

/**
 * The file: magic, length and sum of the header, the header as JSON; then pages of a hash table from box names to boxes, a filter that
 * knows most names that are not there, and the boxes. Every piece carries its own sum, so that a process reads and checks only the few
 * it needs.
 */
export const MAGIC = 0x314b5043;
export const PREFIX_BYTES = 12;
export const PAGE_BYTES = 1024;
export const SLOTS_A_PAGE = 63;
export const SLOT_BYTES = 16;
export const BOX_SUM_BYTES = 4;

/** What a packed policy says about itself. */
export type PackHeader = Stamp & {
  /** Of caliban: another build may read patterns otherwise. */
  readonly build: string;
  readonly foldPaths: boolean;
  readonly rules: number;
  readonly settings: PermissionSettings;
  readonly lockedLayers: readonly Layer[];
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
  readonly pages: number;
  readonly filterBytes: number;
  readonly filterSum: number;
  /** All of the boxes together. */
  readonly boxBytes: number;
};

export function packFile(header: PackHeader, boxes: readonly Box[]): Buffer {
  const { bytes, lengths } = contentsOf(boxes);
  const table = tableOf(boxes, lengths);
  const filter = filterOf(boxes);
  const layout: Layout = {
    pages: table.length / PAGE_BYTES,
    filterBytes: filter.length,
    filterSum: checksum(filter, FILTER_SEED),
    boxBytes: bytes.length,
  };
  return Buffer.concat([headerBytes(header, layout), table, filter, bytes]);
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

export const FILTER_SEED = 0x0f117e12;

/** One byte a character: nothing has to be decoded. */
function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!BEYOND_ASCII.test(json)) return json;
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

type Contents = {
  readonly bytes: Uint8Array /** Of each box, its sum included. */;
  readonly lengths: readonly number[];
};

/** Written as one text: there are thousands of boxes, and memory for each of them takes longer than what is in them. */
function contentsOf(boxes: readonly Box[]): Contents {
  const texts = boxes.map(({ content }) => padded(asciiJson(content)));
  const lengths = texts.map(({ length }) => length + BOX_SUM_BYTES);
  const written = Buffer.from(`${SUM_TO_COME}${texts.join(SUM_TO_COME)}`, 'latin1');
  const bytes = new Uint8Array(written.length);
  bytes.set(written);
  const words = new Uint32Array(bytes.buffer);
  let start = 0;
  for (const [index, { name }] of boxes.entries()) {
    const end = start + (lengths[index] as number);
    words[start / 4] = checksum(bytes.subarray(start + BOX_SUM_BYTES, end), boxSeed(name));
    start = end;
  }
  return { bytes, lengths };
}

const SUM_TO_COME = ' '.repeat(BOX_SUM_BYTES);

function padded(text: string): string {
  return text.padEnd((text.length + 3) & ~3);
}

/** Offsets count from the first box. */
function tableOf(boxes: readonly Box[], lengths: readonly number[]): Uint8Array {
  for (let pages = Math.max(1, Math.ceil(boxes.length / 32)); ; pages *= 2) {
    const table = filledTable(boxes, lengths, pages);
    if (table !== null) return table;
  }
}

/** Null when a page would overflow. */
function filledTable(boxes: readonly Box[], lengths: readonly number[], pages: number): Uint8Array | null {
  const table = new Uint32Array((pages * PAGE_BYTES) / 4);
  const used = new Uint8Array(pages);
  let offset = 0;
  for (const [index, { name }] of boxes.entries()) {
    const page = name.one % pages;
    const slot = used[page] as number;
    if (slot === SLOTS_A_PAGE) return null;
    used[page] = slot + 1;
    const length = lengths[index] as number;
    table.set([name.one, name.other, offset, length], (page * PAGE_BYTES + slot * SLOT_BYTES) / 4);
    offset += length;
  }
  const bytes = new Uint8Array(table.buffer);
  for (let page = 0; page < pages; page++) {
    const end = (page + 1) * PAGE_BYTES;
    table[end / 4 - 1] = checksum(bytes.subarray(page * PAGE_BYTES, end - 4), pageSeed(page));
  }
  return bytes;
}

/** One bit for every name, in sixteen times as many. */
function filterOf(boxes: readonly Box[]): Buffer {
  const filter = Buffer.alloc(filterBytesFor(boxes.length));
  const bits = filter.length * 8;
  for (const { name } of boxes) {
    const bit = name.one % bits;
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  }
  return filter;
}

function filterBytesFor(boxes: number): number {
  let bytes = 64;
  while (bytes * 8 < boxes * 16) bytes *= 2;
  return bytes;
}
