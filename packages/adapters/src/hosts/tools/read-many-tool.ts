import { otherFields, textsIn } from './fields.ts';
import { type FileToolFields, fileTool } from './file-tool.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/** Reads whatever its globs find. A glob is no path: what it finds is not known here, so rules for paths cannot let it through. */
export function readManyTool(fields: FileToolFields): ReadTool {
  const { path: names } = fields;
  const read = fileTool('Read', fields);
  return (input, hostTool) => {
    const calls = read(input, hostTool);
    const hasGlob = textsIn(input, names).texts.some((text) => /[*?[\]{}!()]/.test(text));
    return hasGlob
      ? [...calls, ...incomplete({ tool: 'Read', input: otherFields(input, names) }, input, hostTool)]
      : calls;
  };
}
