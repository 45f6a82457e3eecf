import type { LanguageModel, SystemModelMessage, ToolSet } from 'ai';
import type { Model, ModelRequest, ToolSpec } from '../model.ts';
import { type Endpoint, explainFailure } from './explain-failure.ts';
import { readSdkReply } from './read-sdk-reply.ts';
import { toSdkMessages } from './to-sdk-messages.ts';
import { wellFormed } from './well-formed.ts';
import { type WireNames, wireNames } from './wire-names.ts';

type Sdk = typeof import('ai');
type ProviderOptions = NonNullable<SystemModelMessage['providerOptions']>;

/** What differs between providers. */
export type SdkProvider = {
  readonly endpoint: Endpoint;
  /** Its client, loaded for the first reply: nothing else needs these modules. */
  readonly load: () => Promise<LanguageModel>;
  readonly thinkingKey: string | null;
  readonly plainIds: boolean;
  /** Otherwise it would require inputs to match their schema strictly, and refuse schemas that can't be strict. */
  readonly looseTools?: true;
  readonly options?: ProviderOptions;
  /** Used if neither the request nor the client sets it. */
  readonly maxOutputTokens?: number;
  /** Added to the system prompt and the last message: the prefix up to there should be cached. */
  readonly cacheMark?: ProviderOptions;
};

/** Any provider that the AI SDK supports. The loop, the retries and the tools are ours; the SDK only translates. */
export function aiSdkModel(provider: SdkProvider): Model {
  const { endpoint, looseTools = false } = provider;
  const loaded = once(async () => ({ sdk: await loadSdk(), client: await provider.load() }));
  return {
    name: endpoint.model,
    async *reply(request, signal) {
      signal.throwIfAborted();
      const stopped = new AbortController();
      try {
        const { sdk, client } = await loaded();
        const names = wireNames(request.tools.map(({ name }) => name));
        const { fullStream } = sdk.streamText({
          model: client,
          ...prompt(request, names, provider),
          tools: offered(request.tools, names, { sdk, looseTools }),
          ...(provider.options === undefined ? {} : { providerOptions: provider.options }),
          ...limit(request.maxOutputTokens ?? provider.maxOutputTokens),
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, stopped.signal]),
          // Errors come as parts of the stream; without this they are printed as well.
          onError: () => {},
        });
        yield* readSdkReply(fullStream, names, endpoint.model);
      } catch (error) {
        signal.throwIfAborted();
        throw explainFailure(error, endpoint);
      } finally {
        stopped.abort();
      }
    },
  };
}

async function loadSdk(): Promise<Sdk> {
  // Its warnings would otherwise go to stdout, between the frames of stream-json.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return import('ai');
}

/** A load that failed is tried again the next time. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

function prompt(
  { system, messages }: ModelRequest,
  names: WireNames,
  { thinkingKey, plainIds, cacheMark }: SdkProvider,
) {
  const marked = cacheMark === undefined ? {} : { providerOptions: cacheMark };
  const sent = toSdkMessages(messages, { names, thinkingKey, plainIds });
  const last = sent.pop();
  return {
    ...(system === '' ? {} : { system: { role: 'system' as const, content: wellFormed(system), ...marked } }),
    messages: last === undefined ? sent : [...sent, { ...last, ...marked }],
  };
}

function limit(maxOutputTokens: number | undefined) {
  return maxOutputTokens === undefined ? {} : { maxOutputTokens };
}

/** Without `execute`, so that the SDK runs nothing and leaves the input as it came. */
function offered(
  tools: readonly ToolSpec[],
  names: WireNames,
  { sdk, looseTools }: { readonly sdk: Sdk; readonly looseTools: boolean },
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      names.toWire(name),
      {
        description: wellFormed(description),
        inputSchema: sdk.jsonSchema(inputSchema),
        ...(looseTools ? { strict: false } : {}),
      },
    ]),
  );
}
