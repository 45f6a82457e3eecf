import type { Layer } from '@caliban/gate';
import type { FileNotice, PermissionSettings } from '../rules/rule-file.ts';
import type { Unaccepted } from '../trust/unaccepted.ts';

/**
 * A pack is a header and parts. Each begins with its place and the length of its JSON; the typed arrays that the JSON refers to
 * follow it. All lengths are multiples of four bytes. A process reads and checks only the parts it needs.
 *
 * A part is stored twice, and a reader compares the copies. The second has the bytes of each pair swapped, so no text can be
 * replaced in both at once. This detects accidents and careless edits, as a checksum would, and is native code: a process that has
 * just started would interpret a checksum, which took a tenth of a hook.
 */
export type PackHeader = Stamp & {
  /** Caliban's build: another build may read patterns differently. */
  readonly build: string;
  /** The paths that were searched for rules. */
  readonly places: string;
  readonly foldPaths: boolean;
  readonly settings: PermissionSettings;
  readonly enforcedLayers: readonly Layer[];
  /** Null if there are too many to read at every start. */
  readonly warnings: readonly FileNotice[] | null;
  /** Project rules that are left out because this user hasn't accepted them; null: none. */
  readonly unaccepted: Unaccepted | null;
};

/** What was packed, and when. */
export type Stamp = {
  readonly sources: readonly PackedSource[];
  /** In nanoseconds since 1970, as text. */
  readonly packedAt: string;
};

/** A file or directory the policy was read from, or one that was looked for and missing. */
export type PackedSource = {
  readonly path: string;
  /** The state from `stat`; empty if nothing is there. */
  readonly state: string;
  /** Hash of the file's content, or of the names in the directory. */
  readonly hash: string;
};

/** The position of a part, in bytes from the end of the header. */
export type PartPlace = readonly [offset: number, length: number];

/** The file isn't what was written and must not be trusted. */
export class BrokenPack extends Error {
  override readonly name = 'BrokenPack';
}

/** The start of the file: a magic number, then the length of the header. */
export const MAGIC = 0x364b5043;
export const PREFIX_BYTES = 8;

const PART_PREFIX_BYTES = 8;

type Column = Int32Array | Uint16Array | Uint8Array;
const COLUMN_TYPES = [Int32Array, Uint16Array, Uint8Array] as const;
/** A typed array in JSON. */
type ColumnReference = { readonly $column: [type: number, offset: number, length: number] };

/** `place` is stored in the part: one that was moved is as bad as a broken one. */
export function encodePart(value: unknown, place: number): Uint8Array {
  const columns: Column[] = [];
  let columnBytes = 0;
  const json = JSON.stringify(value, (_, member: unknown) => {
    if (!isColumn(member)) return member;
    const type = COLUMN_TYPES.findIndex((column) => member instanceof column);
    const reference: ColumnReference = { $column: [type, columnBytes, member.length] };
    columns.push(member);
    columnBytes += wholeWords(member.byteLength);
    return reference;
  });
  const text = ascii(json);
  const textBytes = wholeWords(text.length);
  const length = PART_PREFIX_BYTES + textBytes + columnBytes;
  const bytes = new Uint8Array(2 * length);
  bytes.set(Buffer.from(text.padEnd(textBytes), 'latin1'), PART_PREFIX_BYTES);
  let at = PART_PREFIX_BYTES + textBytes;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += wholeWords(column.byteLength);
  }
  new Int32Array(bytes.buffer).set([place, textBytes]);
  bytes.set(swapped(bytes.subarray(0, length)), length);
  return bytes;
}

/** Throws if a byte has changed. The typed arrays are views of `twice`, whose offset is a multiple of four. */
export function decodePart(twice: Uint8Array, place: number): unknown {
  const length = twice.length / 2;
  const bytes = twice.subarray(0, length);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, length >>> 2);
  const isWhole =
    words.length >= 2 && words[0] === place && Buffer.compare(bytes, swapped(twice.subarray(length))) === 0;
  if (!isWhole) throw new BrokenPack('a part of it is broken');
  const columnsStart = PART_PREFIX_BYTES + (words[1] as number);
  const json = latin1Slice.call(bytes, PART_PREFIX_BYTES, columnsStart);
  const value: unknown = JSON.parse(json);
  return columnsStart === length ? value : withColumns(value, bytes, columnsStart);
}

/** Not in place: the same part may be read again. */
function swapped(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes).swap16();
}

function withColumns(value: unknown, bytes: Uint8Array, start: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = withColumns(value[index], bytes, start);
    return value;
  }
  const members = value as Record<string, unknown>;
  if (members.$column !== undefined) return columnAt(value as ColumnReference, bytes, start);
  for (const name in members) members[name] = withColumns(members[name], bytes, start);
  return members;
}

function columnAt({ $column: [type, offset, length] }: ColumnReference, bytes: Uint8Array, start: number): Column {
  const Type = COLUMN_TYPES[type] as (typeof COLUMN_TYPES)[number];
  return new Type(bytes.buffer as ArrayBuffer, bytes.byteOffset + start + offset, length);
}

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value);
}

function wholeWords(bytes: number): number {
  return (bytes + 3) & ~3;
}

/** One byte per character, so that reading needs no decoding. */
function ascii(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Like `toString('latin1')`, but without its JavaScript wrapper, which a new process would have to compile first. */
const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};
