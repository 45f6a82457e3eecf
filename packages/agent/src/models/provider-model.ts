import { anthropicModel } from './anthropic.ts';
import { googleModel } from './google.ts';
import type { Model } from './model.ts';
import type { ModelAddress } from './model-address.ts';
import { ollamaModel } from './ollama.ts';
import { openaiModel } from './openai.ts';
import { openaiCompatibleModel } from './openai-compatible.ts';

export function providerModel(address: ModelAddress): Model {
  switch (address.provider.kind) {
    case 'anthropic':
      return anthropicModel(address);
    case 'openai':
      return openaiModel(address);
    case 'google':
      return googleModel(address);
    case 'ollama':
      return ollamaModel(address);
    case 'openai-compatible':
      return address.provider.api === 'responses' ? openaiModel(address) : openaiCompatibleModel(address);
  }
}
