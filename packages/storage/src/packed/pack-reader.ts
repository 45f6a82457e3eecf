import { readSync } from 'node:fs';
import { checksum } from './checksum.ts';
import {
  BOX_SUM_BYTES,
  bitInBlock,
  blockSeed,
  boxSeed,
  FILTER_BLOCK_BYTES,
  headerBytes,
  type Layout,
  MAGIC,
  PAGE_BYTES,
  type PackHeader,
  PREFIX_BYTES,
  pageSeed,
  SLOT_BYTES,
  SLOTS_A_PAGE,
  type Stamp,
} from './pack-file.ts';
import type { BoxName } from './shelf.ts';

/** The file is not what was written: it must not be believed. */
export class BrokenPack extends Error {
  override readonly name = 'BrokenPack';
}

/** Bytes of a packed policy, from a file or from memory. Where they lie in it is a multiple of four, as is their number. */
export type PackBytes = (offset: number, length: number) => Uint8Array;

export function bytesOfFile(descriptor: number): PackBytes {
  const window = readAt(descriptor, 0, FIRST_READ);
  return (offset, length) => {
    if (offset + length <= window.length) return window.subarray(offset, offset + length);
    const bytes = readAt(descriptor, offset, length);
    if (bytes.length < length) throw new BrokenPack('the file ends too early');
    return bytes;
  };
}

export function bytesInMemory(all: Buffer): PackBytes {
  const bytes = new Uint8Array(all);
  return (offset, length) => bytes.subarray(offset, offset + length);
}

/** All of a small policy, or the header of a large one. */
const FIRST_READ = 16 * 1024;

function readAt(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const read = readSync(descriptor, bytes, 0, length, offset);
  return read === length ? bytes : bytes.subarray(0, read);
}

/** Finds boxes by name; everything it returns has been checked. */
export class PackReader {
  readonly header: PackHeader;
  readonly #bytes: PackBytes;
  readonly #layout: Layout;
  readonly #starts: { readonly filter: number; readonly table: number; readonly boxes: number };
  readonly #pages = new Map<number, Uint32Array>();
  readonly #checkedBlocks: Uint8Array;
  #filter: Uint32Array | null = null;

  constructor(bytes: PackBytes) {
    const [magic, length = 0, sum] = wordsOf(bytes(0, PREFIX_BYTES));
    if (magic !== MAGIC) throw new BrokenPack('it is no packed policy');
    const json = bytes(PREFIX_BYTES, length);
    if (checksum(json, MAGIC) !== sum) throw new BrokenPack('its header is broken');
    const { header, layout } = parse(json) as { header: PackHeader; layout: Layout };
    this.header = header;
    this.#bytes = bytes;
    this.#layout = layout;
    this.#checkedBlocks = new Uint8Array(layout.filterBlocks);
    const filter = PREFIX_BYTES + length;
    const table = filter + layout.filterBlocks * FILTER_BLOCK_BYTES;
    this.#starts = { filter, table, boxes: table + layout.pages * PAGE_BYTES };
  }

  /** False: there is no box with this first half of a name. */
  mayHave(one: number): boolean {
    this.#filter ??= wordsOf(this.#bytes(this.#starts.filter, this.#layout.filterBlocks * FILTER_BLOCK_BYTES));
    const block = one % this.#layout.filterBlocks;
    if (this.#checkedBlocks[block] !== 1) this.#checkBlock(block, this.#filter);
    const bit = bitInBlock(one);
    return ((this.#filter[block * BLOCK_WORDS + (bit >>> 5)] as number) & (1 << (bit & 31))) !== 0;
  }

  /** What stands in the box; null where there is none. */
  open(name: BoxName): unknown {
    const page = this.#page(name.one % this.#layout.pages);
    for (let at = 0; at < SLOTS_A_PAGE * SLOT_WORDS; at += SLOT_WORDS) {
      const length = page[at + 3] as number;
      if (length === 0) return null;
      if (page[at] === name.one && page[at + 1] === name.other) return this.#box(name, page[at + 2] as number, length);
    }
    return null;
  }

  /** All of it, under another stamp. */
  restamped(stamp: Stamp): Buffer {
    const { filter, boxes } = this.#starts;
    const rest = this.#bytes(filter, boxes + this.#layout.boxBytes - filter);
    return Buffer.concat([headerBytes({ ...this.header, ...stamp }, this.#layout), rest]);
  }

  #box(name: BoxName, offset: number, length: number): unknown {
    const bytes = this.#bytes(this.#starts.boxes + offset, length);
    const json = bytes.subarray(BOX_SUM_BYTES);
    if (checksum(json, boxSeed(name)) !== wordsOf(bytes)[0]) throw new BrokenPack('a box of it is broken');
    return parse(json);
  }

  #page(number: number): Uint32Array {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const bytes = this.#bytes(this.#starts.table + number * PAGE_BYTES, PAGE_BYTES);
    const page = wordsOf(bytes);
    if (checksum(bytes.subarray(0, PAGE_BYTES - 4), pageSeed(number)) !== page.at(-1)) {
      throw new BrokenPack('its table is broken');
    }
    this.#pages.set(number, page);
    return page;
  }

  #checkBlock(block: number, filter: Uint32Array): void {
    const start = filter.byteOffset + block * FILTER_BLOCK_BYTES;
    const bytes = new Uint8Array(filter.buffer, start, FILTER_BLOCK_BYTES - 4);
    if (checksum(bytes, blockSeed(block)) !== filter[(block + 1) * BLOCK_WORDS - 1]) {
      throw new BrokenPack('its filter is broken');
    }
    this.#checkedBlocks[block] = 1;
  }
}

const SLOT_WORDS = SLOT_BYTES / 4;
const BLOCK_WORDS = FILTER_BLOCK_BYTES / 4;

/** The pack stays on the machine that made it, with its order of bytes. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

/** JSON in one byte a character. */
function parse(json: Uint8Array): unknown {
  return JSON.parse(latin1Slice.call(json));
}

/** What `toString('latin1')` comes to by a longer way, which a new process would first have to compile. */
const { latin1Slice } = Buffer.prototype as unknown as { latin1Slice(this: Uint8Array): string };
