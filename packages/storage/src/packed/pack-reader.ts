import { readSync } from 'node:fs';
import type { BookParts, IndexParts, RuleChunk, RuleGroupData, ToolGlobsData } from '@caliban/gate/judge';
import {
  type IndexDirectory,
  type PackContents,
  type PackedIndex,
  packedHeader,
  pageOf,
  type ToolPage,
} from './pack-book.ts';
import {
  BrokenPack,
  decodePart,
  MAGIC,
  type PackHeader,
  type PartPlace,
  PREFIX_BYTES,
  type Stamp,
} from './pack-format.ts';

/** Bytes of a pack, from a file or from memory. Offsets and lengths are multiples of four. */
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

/** A whole small policy, or the header of a large one. */
const FIRST_READ = 16 * 1024;

function readAt(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const read = readSync(descriptor, bytes, 0, length, offset);
  return read === length ? bytes : bytes.subarray(0, read);
}

/** Everything it returns has been verified. */
export class PackReader {
  readonly #bytes: PackBytes;
  readonly #contents: PackContents;
  readonly #partsStart: number;

  constructor(bytes: PackBytes) {
    const prefix = bytes(0, PREFIX_BYTES);
    const [magic, length = 0] = new Uint32Array(prefix.buffer, prefix.byteOffset, prefix.length >>> 2);
    if (magic !== MAGIC) throw new BrokenPack('it is not a packed policy');
    this.#bytes = bytes;
    this.#contents = decodePart(bytes(PREFIX_BYTES, length), MAGIC) as PackContents;
    this.#partsStart = PREFIX_BYTES + length;
  }

  get header(): PackHeader {
    return this.#contents.header;
  }

  get book(): BookParts {
    const { header, rules, enforced } = this.#contents;
    const parts = (index: PackedIndex) => new PackedParts(index, header.foldPaths, (place) => this.#part(place));
    return { rules: parts(rules), enforced: enforced.map(parts) };
  }

  /** The whole pack with a new stamp. */
  restamped(stamp: Stamp): Buffer {
    const header = packedHeader({ ...this.#contents, header: { ...this.header, ...stamp } });
    return Buffer.concat([header, this.#bytes(this.#partsStart, this.#contents.partBytes)]);
  }

  #part([offset, length]: PartPlace): unknown {
    return decodePart(this.#bytes(this.#partsStart + offset, length), offset);
  }
}

/** An index in a pack. A part is read when a call first needs it. */
class PackedParts implements IndexParts {
  readonly size: number;
  readonly foldPaths: boolean;
  readonly #read: (place: PartPlace) => unknown;
  readonly #directory: IndexDirectory;
  readonly #chunks: RuleChunk[] = [];

  constructor({ size, directory }: PackedIndex, foldPaths: boolean, read: (place: PartPlace) => unknown) {
    this.size = size;
    this.foldPaths = foldPaths;
    this.#read = read;
    this.#directory = read(directory) as IndexDirectory;
  }

  get toolGlobs(): ToolGlobsData {
    return this.#directory.toolGlobs;
  }

  named(tool: string): RuleGroupData | null {
    const { pages } = this.#directory;
    if (pages.length === 0) return null;
    const page = this.#read(pages[pageOf(tool, pages.length)] as PartPlace) as ToolPage;
    return this.#groupIn(page, tool);
  }

  underGlob(glob: number, tool: string | null): RuleGroupData {
    const { any, byTool } = this.#directory.underGlobs[glob] as IndexDirectory['underGlobs'][number];
    const group = tool === null ? (this.#read(any) as RuleGroupData) : this.#groupIn(byTool, tool);
    if (group === null) throw new Error(`the glob does not match ${tool}`);
    return group;
  }

  chunk(number: number): RuleChunk {
    const known = this.#chunks[number];
    if (known !== undefined) return known;
    const chunk = this.#read(this.#directory.chunks[number] as PartPlace) as RuleChunk;
    this.#chunks[number] = chunk;
    return chunk;
  }

  #groupIn(page: ToolPage, tool: string): RuleGroupData | null {
    const found = page.find(([name]) => name === tool);
    return found === undefined ? null : (this.#read(found[1]) as RuleGroupData);
  }
}
