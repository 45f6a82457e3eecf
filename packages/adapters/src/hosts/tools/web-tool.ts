import type { HostCall } from '../host-adapter.ts';
import { fieldOf } from '../protocol/payload.ts';
import { otherFields, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

export const webFetchTool: ReadTool = (input, hostTool) => fetches(input, hostTool, textsIn(input, ['url', 'urls']));

/** The addresses stand somewhere in the prompt. */
export const promptedFetchTool: ReadTool = (input, hostTool) => {
  const { texts, odd } = textsIn(input, ['url', 'urls']);
  const prompt = fieldOf(input, 'prompt');
  const prompted = typeof prompt === 'string' ? addressesIn(prompt) : [];
  return fetches(input, hostTool, { texts: [...new Set([...texts, ...prompted])], odd });
};

/** A prompt beside an address is about what stands there. */
export const addressedFetchTool: ReadTool = (input, hostTool) =>
  (textsIn(input, ['url', 'urls']).texts.length > 0 ? webFetchTool : promptedFetchTool)(input, hostTool);

export const webSearchTool: ReadTool = (input) => [{ tool: 'WebSearch', input, access: 'network' }];

function fetches(
  input: unknown,
  hostTool: string,
  { texts, odd }: { readonly texts: readonly string[]; readonly odd: boolean },
): readonly HostCall[] {
  const others = otherFields(input, ['url', 'urls']);
  const calls = texts.map((url): HostCall => ({ tool: 'WebFetch', input: { url, ...others } }));
  if (calls.length > 0 && !odd) return calls;
  return [...calls, ...incomplete({ tool: 'WebFetch', input: others }, input, hostTool)];
}

/** Anything between blanks with a scheme in it, from each scheme on: two that are run together count as both. */
function addressesIn(prompt: string): readonly string[] {
  return prompt
    .split(/\s+/)
    .filter((word) => word.includes('://'))
    .flatMap((word) => schemeStarts(word).map((start) => word.slice(start)));
}

/** Looked for from behind: whoever tries every letter as the first of a scheme goes through a long word once for each. */
function schemeStarts(word: string): readonly number[] {
  const starts: number[] = [];
  for (let end = word.indexOf('://'); end !== -1; end = word.indexOf('://', end + 1)) {
    let start = end;
    for (let at = end - 1; at >= 0 && SCHEME.test(word.charAt(at)); at--) if (LETTER.test(word.charAt(at))) start = at;
    if (start < end) starts.push(start);
  }
  return starts;
}

const SCHEME = /[a-z\d+.-]/i;
const LETTER = /[a-z]/i;
