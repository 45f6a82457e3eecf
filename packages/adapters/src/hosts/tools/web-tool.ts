import type { HostCall } from '../host-adapter.ts';
import { fieldOf } from '../protocol/payload.ts';
import { addressesIn } from './addresses-in.ts';
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
