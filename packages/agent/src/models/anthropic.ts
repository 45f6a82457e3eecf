import { aiSdkModel } from './ai-sdk-model.ts';
import type { Model } from './model.ts';
import { endpointOf, keyOrPlaceholder, type ModelAddress } from './model-address.ts';

/** Messages API. Signed thinking goes back as it came; the prompt's prefix is cached. */
export function anthropicModel(address: ModelAddress): Model {
  const { provider, modelId } = address;
  return aiSdkModel({
    endpoint: endpointOf(address),
    thinkingKey: 'anthropic',
    plainIds: true,
    ...(modelId.includes('claude') ? {} : { maxOutputTokens: OF_UNKNOWN_MODELS }),
    // Its servers then check that an input is JSON before they send it, and servers that copy them know no such option.
    options: { anthropic: { toolStreaming: false } },
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    load: async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: provider.baseUrl, apiKey: keyOrPlaceholder(provider) })(modelId);
    },
  });
}

/** This API wants a limit, and for models it does not know the client takes one that ends in the middle of a file. */
const OF_UNKNOWN_MODELS = 16_384;
