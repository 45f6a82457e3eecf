import type { Model } from '../model.ts';
import { aiSdkModel } from '../sdk/ai-sdk-model.ts';
import type { Endpoint } from '../sdk/explain-failure.ts';
import type { Provider } from './provider.ts';

/** One model at one provider. */
type ModelAddress = { readonly provider: Provider; readonly modelId: string };

/** Each provider's client is loaded with the first request. */
export function providerModel(address: ModelAddress): Model {
  switch (address.provider.kind) {
    case 'anthropic':
      return anthropic(address);
    case 'openai':
      return openai(address);
    case 'google':
      return google(address);
    case 'ollama':
      return openaiCompatible(address, 'is `ollama serve` running, and does OLLAMA_HOST name it?');
    case 'openai-compatible':
      return address.provider.api === 'responses' ? openai(address) : openaiCompatible(address);
  }
}

/** Messages API. Signed thinking is sent back unchanged; the prompt's prefix is cached. */
function anthropic(address: ModelAddress): Model {
  const { provider, modelId } = address;
  return aiSdkModel({
    endpoint: endpointOf(address),
    thinkingKey: 'anthropic',
    plainIds: true,
    ...(modelId.includes('claude') ? {} : { maxOutputTokens: MAX_OUTPUT_OF_UNKNOWN_MODELS }),
    // With tool streaming, Anthropic's servers don't check that an input is JSON, and compatible servers don't know the option.
    options: { anthropic: { toolStreaming: false } },
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    load: async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: provider.baseUrl, apiKey: keyOrPlaceholder(provider) })(modelId);
    },
  });
}

/** This API requires a limit. For unknown models, the client would set one that truncates in the middle of a file. */
const MAX_OUTPUT_OF_UNKNOWN_MODELS = 16_384;

/** Both of its APIs. OpenAI stores nothing: encrypted thinking is part of the conversation instead. */
function openai(address: ModelAddress): Model {
  const { provider, modelId } = address;
  return aiSdkModel({
    endpoint: { ...endpointOf(address), ...(provider.api === 'responses' ? { ifNotFound: ONLY_CHAT } : {}) },
    thinkingKey: 'openai',
    plainIds: true,
    looseTools: true,
    options: { openai: { store: false } },
    load: async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const client = createOpenAI({ baseURL: provider.baseUrl, apiKey: keyOrPlaceholder(provider) });
      return provider.api === 'chat' ? client.chat(modelId) : client.responses(modelId);
    },
  });
}

const ONLY_CHAT = 'check the route, and set `api = "chat"` for a server that has no responses API';

/** Gemini. Signatures are attached to its calls and texts, and are sent back with them. */
function google(address: ModelAddress): Model {
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

/** Any server with a chat completions API: gateways, Ollama, LM Studio, vLLM, llama.cpp. */
function openaiCompatible(address: ModelAddress, ifUnreachable?: string): Model {
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

function endpointOf({ provider, modelId }: ModelAddress): Endpoint {
  const { name, baseUrl, key } = provider;
  return {
    model: `${name}/${modelId}`,
    baseUrl,
    keyVariable: key.kind === 'present' ? key.variable : null,
  };
}

function keyValue({ key }: Provider): string | null {
  return key.kind === 'present' ? key.value : null;
}

/** Without a key, these clients would read one from the process environment. */
function keyOrPlaceholder(provider: Provider): string {
  return keyValue(provider) ?? 'none';
}
