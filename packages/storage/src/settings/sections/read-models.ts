import { parseModelReference } from '../model-reference.ts';
import type { ModelReference, ModelSettings } from '../settings.ts';
import type { TableReader } from '../table-reader.ts';
import { TEXT, TEXTS } from '../value-kinds.ts';

/** `[models]` */
export function readModels(reader: TableReader): ModelSettings {
  const main = purpose(reader, 'main');
  const fastClassifier = purpose(reader, 'fast_classifier');
  const fallbacks = reader.read('fallbacks', TEXTS)?.map((text) => referenceOf(reader, 'fallbacks', text));
  reader.end();
  const { sourced } = reader.reading;
  const at = (key: string) => [...reader.path, key];
  return {
    ...(main && { main: sourced(main, at('main')) }),
    ...(fastClassifier && { fastClassifier: sourced(fastClassifier, at('fast_classifier')) }),
    ...(fallbacks && { fallbacks: sourced(fallbacks.filter(isUsable), at('fallbacks')) }),
  };
}

function purpose(reader: TableReader, key: string): ModelReference | null {
  const text = reader.read(key, TEXT);
  return text === undefined ? null : referenceOf(reader, key, text);
}

function referenceOf(reader: TableReader, key: string, text: string): ModelReference | null {
  const parsed = parseModelReference(text, reader.reading);
  if (parsed.ok) return parsed.value;
  reader.wrong(key, `\`${key}\` ${parsed.error}`);
  return null;
}

function isUsable(reference: ModelReference | null): reference is ModelReference {
  return reference !== null;
}
