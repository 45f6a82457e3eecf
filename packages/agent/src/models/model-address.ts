import type { Endpoint } from './explain-failure.ts';
import type { Provider } from './provider.ts';

/** One model at one provider. */
export type ModelAddress = { readonly provider: Provider; readonly modelId: string };

export function endpointOf({ provider, modelId }: ModelAddress): Endpoint {
  const { name, baseUrl, key } = provider;
  return {
    model: `${name}/${modelId}`,
    baseUrl,
    keyVariable: key.kind === 'present' ? key.variable : null,
  };
}

export function keyValue({ key }: Provider): string | null {
  return key.kind === 'present' ? key.value : null;
}

/** Where no key is given, these clients would look into the environment of the process by themselves. */
export function keyOrPlaceholder(provider: Provider): string {
  return keyValue(provider) ?? 'none';
}
