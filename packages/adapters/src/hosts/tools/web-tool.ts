import type { HostCall } from '../host-adapter.ts';
import { fieldOf } from '../protocol/payload.ts';
import { addressesIn } from './addresses-in.ts';
import { otherFields, textsIn } from './fields.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

export const webFetchTool: ReadTool = (input, hostTool) => fetches(input, hostTool, textsIn(input, ['url', 'urls']));

/** The addresses are somewhere in the prompt, as for Gemini CLI and its forks. */
export const promptedFetchTool: ReadTool = (input, hostTool) => {
  const { texts, odd } = textsIn(input, ['url', 'urls']);
  const prompt = fieldOf(input, 'prompt');
  const prompted = typeof prompt === 'string' ? addressesIn(prompt) : [];
  return fetches(input, hostTool, { texts: withRawFiles([...texts, ...prompted]), odd });
};

/** A prompt beside an address is about the page at that address. */
export const addressedFetchTool: ReadTool = (input, hostTool) => {
  const { texts, odd } = textsIn(input, ['url', 'urls']);
  return texts.length > 0
    ? fetches(input, hostTool, { texts: withRawFiles(texts), odd })
    : promptedFetchTool(input, hostTool);
};

/** A file page on GitHub is fetched from its raw URL. Only the text decides, as in some versions. */
function withRawFiles(urls: readonly string[]): readonly string[] {
  const raw = urls
    .filter((url) => GITHUB.test(url) && url.includes('/blob/'))
    .map((url) => url.replace(GITHUB, 'raw.githubusercontent.com').replace('/blob/', '/'));
  return [...new Set([...urls, ...raw])];
}

const GITHUB = /github\.com/i;

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
