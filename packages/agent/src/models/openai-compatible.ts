import { aiSdkModel } from './ai-sdk-model.ts';
import type { Model } from './model.ts';
import { endpointOf, keyValue, type ModelAddress } from './model-address.ts';

/** Anything that speaks chat completions: gateways, LM Studio, vLLM, llama.cpp. */
export function openaiCompatibleModel(address: ModelAddress, ifUnreachable?: string): Model {
  const { provider, modelId } = address;
  const apiKey = keyValue(provider);
  return aiSdkModel({
    endpoint: { ...endpointOf(address), ...(ifUnreachable === undefined ? {} : { ifUnreachable }) },
    thinkingKey: null,
    plainIds: false,
    load: async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const compatible = createOpenAICompatible({
        name: provider.name,
        baseURL: provider.baseUrl,
        includeUsage: true,
        ...(apiKey === null ? {} : { apiKey }),
      });
      return compatible(modelId);
    },
  });
}
