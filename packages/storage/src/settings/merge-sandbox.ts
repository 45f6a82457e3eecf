import type { FileLayer } from '../layers/locations.ts';
import { type FileNotice, formatSource, type Sourced } from '../rules/rule-file.ts';
import { SANDBOX_MODES, type SandboxMode, type SandboxSettings, type SecretSetting } from './settings.ts';

export type MergedSandbox = { readonly sandbox: SandboxSettings; readonly warnings: readonly FileNotice[] };

type SandboxFile = { readonly layer: FileLayer; readonly sandbox: SandboxSettings };

/** The strictest value of all files applies: a project can tighten, and nothing can loosen a managed value. */
export function mergeSandbox(files: readonly SandboxFile[]): MergedSandbox {
  const byRank = RANKS.flatMap((layer) => files.filter((file) => file.layer === layer));
  const mode = mergeMode(byRank);
  const autoConfined = mergeAutoConfined(byRank);
  const rehearse = mergeRehearse(byRank);
  const secrets = mergeSecrets(byRank);
  return {
    sandbox: {
      ...(mode.value && { mode: mode.value }),
      ...(autoConfined.value && { autoConfined: autoConfined.value }),
      ...(rehearse.value && { rehearse: rehearse.value }),
      ...(secrets.value.length > 0 && { secrets: secrets.value }),
    },
    warnings: [...mode.warnings, ...autoConfined.warnings, ...rehearse.warnings, ...secrets.warnings],
  };
}

const RANKS: readonly FileLayer[] = ['managed', 'user', 'project', 'local'];

type Merged<Value> = { readonly value: Sourced<Value> | undefined; readonly warnings: readonly FileNotice[] };

function mergeMode(files: readonly SandboxFile[]): Merged<SandboxMode> {
  const modes = files.flatMap(({ sandbox }) => sandbox.mode ?? []);
  const [strictest] = modes.toSorted((one, other) => strictness(other) - strictness(one));
  if (strictest === undefined) return { value: undefined, warnings: [] };
  const below = modes.slice(modes.indexOf(strictest) + 1);
  return { value: strictest, warnings: below.flatMap((mode) => withoutEffect(mode, strictest)) };
}

function strictness({ value }: Sourced<SandboxMode>): number {
  return SANDBOX_MODES.indexOf(value);
}

function withoutEffect(mode: Sourced<SandboxMode>, strictest: Sourced<SandboxMode>): readonly FileNotice[] {
  if (mode.value === strictest.value) return [];
  const { file, line, value } = mode;
  const message = `\`mode = "${value}"\` has no effect, because ${formatSource(strictest)} says "${strictest.value}"; remove it`;
  return [{ file, line, message }];
}

/** Only managed and user files can switch it on; any file can switch it off. */
function mergeAutoConfined(files: readonly SandboxFile[]): Merged<boolean> {
  const said = files.flatMap(({ layer, sandbox }) =>
    sandbox.autoConfined === undefined ? [] : [{ layer, setting: sandbox.autoConfined }],
  );
  const warnings = said
    .filter(({ layer, setting }) => setting.value && !isOperators(layer))
    .map(({ layer, setting: { file, line } }) => ({
      file,
      line,
      message: `\`auto_confined = true\` is ignored in a ${layer} file; write it in your own settings.toml`,
    }));
  const effective = said.filter(({ layer, setting }) => !setting.value || isOperators(layer));
  return { value: (effective.find(({ setting }) => !setting.value) ?? effective[0])?.setting, warnings };
}

/**
 * Managed before user; a project can't set it. Switched on, a model's command runs before anyone has approved it; switched off,
 * the operator no longer sees what it would change.
 */
function mergeRehearse(files: readonly SandboxFile[]): Merged<boolean> {
  const said = files.flatMap(({ layer, sandbox: { rehearse } }) => (rehearse ? [{ layer, rehearse }] : []));
  return {
    value: said.find(({ layer }) => isOperators(layer))?.rehearse,
    warnings: said
      .filter(({ layer }) => !isOperators(layer))
      .map(({ layer, rehearse: { file, line } }) => ({
        file,
        line,
        message: `\`rehearse\` is ignored in a ${layer} file; write it in your own settings.toml`,
      })),
  };
}

/** A project has no say: it could have a secret sent to a host of its choice. Of two about the same, the first file's applies. */
function mergeSecrets(files: readonly SandboxFile[]): {
  readonly value: readonly Sourced<SecretSetting>[];
  readonly warnings: readonly FileNotice[];
} {
  const kept = new Map<string, Sourced<SecretSetting>>();
  const warnings: FileNotice[] = [];
  for (const { layer, sandbox } of files) {
    for (const secret of sandbox.secrets ?? []) {
      const { file, line, value } = secret;
      const name = value.env ?? value.file ?? '';
      const first = kept.get(name);
      if (!isOperators(layer))
        warnings.push({
          file,
          line,
          message: `the secret \`${name}\` is ignored in a ${layer} file; write it in your own settings.toml`,
        });
      else if (first !== undefined)
        warnings.push({
          file,
          line,
          message: `the secret \`${name}\` has no effect, because ${formatSource(first)} is about it too`,
        });
      else kept.set(name, secret);
    }
  }
  return { value: [...kept.values()], warnings };
}

function isOperators(layer: FileLayer): boolean {
  return layer === 'managed' || layer === 'user';
}
