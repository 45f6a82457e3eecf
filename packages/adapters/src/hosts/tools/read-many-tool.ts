import { otherFields, textsIn } from './fields.ts';
import { asWritten, type FileToolFields, fileTool } from './file-tool.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/** Reads whatever its globs find. Rules for paths can't allow a glob, and one that may find a denied file is denied. */
export function readManyTool(fields: FileToolFields): ReadTool {
  const { path: names, readings = asWritten } = fields;
  const read = fileTool('Read', fields);
  return (input, hostTool) => {
    const calls = read(input, hostTool);
    const globs = textsIn(input, names).texts.filter((text) => /[*?[\]{}!()]/.test(text));
    if (globs.length === 0) return calls;
    const found = { tool: 'Read', input: otherFields(input, names), globs: [...new Set(globs.flatMap(readings))] };
    return [...calls, ...incomplete(found, input, hostTool)];
  };
}
