import type { FileLayer } from '../layers/locations.ts';
import type { FileNotice, Sourced } from '../rules/rule-file.ts';
import { mergeSandbox } from './merge-sandbox.ts';
import { formatModelReference } from './model-reference.ts';
import { BUILTIN_PROVIDERS, type ByName, type ModelReference, type ModelSettings, type Settings } from './settings.ts';

/** The contents of one file, without the settings that don't apply. */
export type CountingFile = {
  readonly layer: FileLayer;
  readonly settings: Settings;
  /** It comes with a repository that isn't trusted. */
  readonly confined: boolean;
};

export type MergedFiles = {
  readonly settings: Settings;
  readonly errors: readonly FileNotice[];
  readonly warnings: readonly FileNotice[];
};

/** The nearest file wins, key by key and name by name; hooks of all files run, the operator's before a project's. */
export function mergeSettingsFiles(nearestFirst: readonly CountingFile[]): MergedFiles {
  const all = nearestFirst.map(({ settings }) => settings);
  const providers = mergeByName(all.map((said) => said.providers));
  const errors: FileNotice[] = [];
  const warnings: FileNotice[] = [];
  const models = nearestFirst.map(({ settings, confined }) =>
    withKnownProviders(settings.models, providers, confined ? warnings : errors),
  );
  const { sandbox, warnings: aboutSandbox } = mergeSandbox(
    nearestFirst.map(({ layer, settings }) => ({ layer, sandbox: settings.sandbox })),
  );
  warnings.push(...aboutSandbox);
  return {
    settings: {
      models: mergeKeys(models),
      providers,
      mcpServers: mergeByName(all.map((said) => said.mcpServers)),
      hooks: HOOK_ORDER.flatMap((layer) =>
        nearestFirst.filter((file) => file.layer === layer).flatMap(({ settings }) => settings.hooks),
      ),
      agent: mergeKeys(all.map((said) => said.agent)),
      tui: mergeKeys(all.map((said) => said.tui)),
      sandbox,
      serve: mergeKeys(all.map((said) => said.serve)),
      inbox: mergeKeys(all.map((said) => said.inbox)),
      notify: HOOK_ORDER.flatMap((layer) =>
        nearestFirst.filter((file) => file.layer === layer).flatMap(({ settings }) => settings.notify),
      ),
    },
    errors,
    warnings,
  };
}

const HOOK_ORDER: readonly FileLayer[] = ['managed', 'user', 'project', 'local'];

function mergeKeys<Keys extends object>(nearestFirst: readonly Keys[]): Keys {
  return Object.assign({}, ...nearestFirst.toReversed());
}

function mergeByName<Value>(nearestFirst: readonly ByName<Value>[]): ByName<Value> {
  return new Map(nearestFirst.toReversed().flatMap((byName) => [...byName]));
}

/** A model of a provider that doesn't exist is left out, with a notice. */
function withKnownProviders(models: ModelSettings, providers: ByName<unknown>, notices: FileNotice[]): ModelSettings {
  const isKnown = (reference: ModelReference, { file, line }: Sourced<unknown>) => {
    if (reference.kind === 'scripted') return true;
    const { provider } = reference;
    if (providers.has(provider) || BUILTIN_PROVIDERS.some((builtin) => builtin === provider)) return true;
    const known = [...new Set([...BUILTIN_PROVIDERS, ...providers.keys()])].join(', ');
    const message = `no provider \`${provider}\` for \`${formatModelReference(reference)}\`; write a \`[providers.${provider}]\` table, or one of ${known}`;
    notices.push({ file, line, message });
    return false;
  };
  const { main, fastClassifier, fallbacks } = models;
  return {
    ...(main && isKnown(main.value, main) && { main }),
    ...(fastClassifier && isKnown(fastClassifier.value, fastClassifier) && { fastClassifier }),
    ...(fallbacks?.value.every((reference) => isKnown(reference, fallbacks)) && { fallbacks }),
  };
}
