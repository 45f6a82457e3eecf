import { aiSdkModel } from './ai-sdk-model.ts';
import type { Model } from './model.ts';
import { endpointOf, keyOrPlaceholder, type ModelAddress } from './model-address.ts';

/** Both of its APIs. Nothing is stored at OpenAI: encrypted thinking travels with the conversation instead. */
export function openaiModel(address: ModelAddress): Model {
  const { provider, modelId } = address;
  return aiSdkModel({
    endpoint: { ...endpointOf(address), ...(provider.api === 'responses' ? { ifNotFound: ONLY_CHAT } : {}) },
    thinkingKey: 'openai',
    plainIds: true,
    looseTools: true,
    options: { openai: { store: false } },
    load: async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI({ baseURL: provider.baseUrl, apiKey: keyOrPlaceholder(provider) });
      return provider.api === 'chat' ? openai.chat(modelId) : openai.responses(modelId);
    },
  });
}

const ONLY_CHAT = 'check the route, and set `api = "chat"` for a server that has no responses API';
