import type { Model } from './model.ts';
import type { ModelAddress } from './model-address.ts';
import { openaiCompatibleModel } from './openai-compatible.ts';

/** Through its OpenAI endpoint. */
export function ollamaModel(address: ModelAddress): Model {
  return openaiCompatibleModel(address, 'is `ollama serve` running, and does OLLAMA_HOST name it?');
}
