import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import { type BookParts, type BuiltParts, CHUNK, type ToolGlobsData } from '@caliban/gate/judge';
import { hashText } from './hash-text.ts';
import { encodePart, MAGIC, type PackHeader, type PartPlace, PREFIX_BYTES } from './pack-format.ts';

/** The contents of the header. */
export type PackContents = {
  readonly header: PackHeader;
  readonly rules: PackedIndex;
  readonly enforced: readonly PackedIndex[];
  /** Length of all parts, in bytes. */
  readonly partBytes: number;
};

export type PackedIndex = { readonly size: number; readonly directory: PartPlace };

/** Where the parts of one index are. */
export type IndexDirectory = {
  readonly toolGlobs: ToolGlobsData;
  /** Offsets of `ToolPage`s; the hash of a tool's name selects the page. */
  readonly pages: readonly PartPlace[];
  /** The groups under each tool glob: for tools without a profile, and for each tool with one. */
  readonly underGlobs: readonly { readonly any: PartPlace; readonly byTool: ToolPage }[];
  readonly chunks: readonly PartPlace[];
};

/** Groups by the name of their tool. */
export type ToolPage = readonly (readonly [tool: string, group: PartPlace])[];

/** About this many tools per page. */
const TOOLS_PER_PAGE = 16;

export function packBook({ rules, enforced }: BookParts<BuiltParts>, header: PackHeader): Buffer {
  const writer = new PartWriter();
  const contents = {
    header,
    rules: packIndex(rules, writer),
    enforced: enforced.map((parts) => packIndex(parts, writer)),
    partBytes: writer.bytes,
  };
  return Buffer.concat([packedHeader(contents), ...writer.parts]);
}

export function packedHeader(contents: PackContents): Buffer {
  const part = encodePart(contents, MAGIC);
  return Buffer.concat([new Uint8Array(Uint32Array.of(MAGIC, part.length).buffer), part], PREFIX_BYTES + part.length);
}

export function pageOf(tool: string, pages: number): number {
  return hashText(tool) % pages;
}

function packIndex(parts: BuiltParts, writer: PartWriter): PackedIndex {
  const { names, profiles, size, toolGlobs } = parts;
  const pages = Array.from({ length: Math.ceil(names.length / TOOLS_PER_PAGE) }, (): ToolPage[number][] => []);
  for (const name of names) pages[pageOf(name, pages.length)]?.push([name, writer.add(parts.named(name))]);
  const underGlobs = toolGlobs.globs.map((text, glob) => {
    const tools = [...profiles.keys()].filter((tool) => matchesText(parseTextGlob(text), tool));
    return {
      any: writer.add(parts.underGlob(glob, null)),
      byTool: tools.map((tool) => [tool, writer.add(parts.underGlob(glob, tool))] as const),
    };
  });
  const chunks = Array.from({ length: Math.ceil(size / CHUNK) }, (_, number) => writer.add(parts.chunk(number)));
  const directory: IndexDirectory = { toolGlobs, pages: pages.map((page) => writer.add(page)), underGlobs, chunks };
  return { size, directory: writer.add(directory) };
}

class PartWriter {
  readonly parts: Uint8Array[] = [];
  bytes = 0;

  add(value: unknown): PartPlace {
    const offset = this.bytes;
    const part = encodePart(value, offset);
    this.parts.push(part);
    this.bytes += part.length;
    return [offset, part.length];
  }
}
