import { aiSdkModel } from './ai-sdk-model.ts';
import type { Model } from './model.ts';
import { endpointOf, keyOrPlaceholder, type ModelAddress } from './model-address.ts';

/** Gemini. Signatures stand on its calls and texts, and go back with them. */
export function googleModel(address: ModelAddress): Model {
  const { provider, modelId } = address;
  return aiSdkModel({
    endpoint: endpointOf(address),
    thinkingKey: 'google',
    plainIds: false,
    load: async () => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL: provider.baseUrl, apiKey: keyOrPlaceholder(provider) })(modelId);
    },
  });
}
