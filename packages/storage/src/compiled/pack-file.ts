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
  const contents = boxes.map(({ name, content }) => boxBytes(name, content));
  const table = tableOf(boxes, contents);
  const filter = filterOf(boxes);
  const layout: Layout = {
    pages: table.length / PAGE_BYTES,
    filterBytes: filter.length,
    filterSum: checksum(filter, FILTER_SEED),
    boxBytes: contents.reduce((sum, { length }) => sum + length, 0),
  };
  return Buffer.concat([headerBytes(header, layout), table, filter, ...contents]);
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
  return JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A box out of its place is no better than a broken one. */
export function boxSeed({ one, other }: BoxName): number {
  return one ^ other;
}

export function pageSeed(page: number): number {
  return page ^ 0x7ab1e;
}

function boxBytes(name: BoxName, content: unknown): Buffer {
  const json = Buffer.from(asciiJson(content));
  const bytes = Buffer.alloc(BOX_SUM_BYTES + ((json.length + 3) & ~3), ' ');
  json.copy(bytes, BOX_SUM_BYTES);
  bytes.writeUInt32LE(checksum(bytes.subarray(BOX_SUM_BYTES), boxSeed(name)), 0);
  return bytes;
}

/** Offsets count from the first box. */
function tableOf(boxes: readonly Box[], contents: readonly Buffer[]): Buffer {
  for (let pages = Math.max(1, Math.ceil(boxes.length / 32)); ; pages *= 2) {
    const table = filledTable(boxes, contents, pages);
    if (table !== null) return table;
  }
}

/** Null when a page would overflow. */
function filledTable(boxes: readonly Box[], contents: readonly Buffer[], pages: number): Buffer | null {
  const table = Buffer.alloc(pages * PAGE_BYTES);
  const used = new Uint8Array(pages);
  let offset = 0;
  for (const [index, { name }] of boxes.entries()) {
    const page = name.one % pages;
    const slot = used[page] as number;
    if (slot === SLOTS_A_PAGE) return null;
    used[page] = slot + 1;
    const { length } = contents[index] as Buffer;
    const at = page * PAGE_BYTES + slot * SLOT_BYTES;
    table.writeUInt32LE(name.one, at);
    table.writeUInt32LE(name.other, at + 4);
    table.writeUInt32LE(offset, at + 8);
    table.writeUInt32LE(length, at + 12);
    offset += length;
  }
  for (let page = 0; page < pages; page++) {
    const bytes = table.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    bytes.writeUInt32LE(checksum(bytes.subarray(0, PAGE_BYTES - 4), pageSeed(page)), PAGE_BYTES - 4);
  }
  return table;
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
