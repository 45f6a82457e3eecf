import { basename, resolve } from 'node:path';
import { DEFAULT_RULES, type Layer, type PermissionMode, type Rule } from '@caliban/gate';
import {
  type FileNotice,
  formatNotice,
  loadRules,
  type PermissionSettings,
  type ProjectRules,
  type TrustLevelOptions,
} from '@caliban/storage';
import { readRuleFile } from '@caliban/storage/rules';
import type { Unaccepted } from '@caliban/storage/trust';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError, UsageError } from '../command-line/problems.ts';
import { locationsAt, type Where } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';
import { cliRule } from '../rules/given-rule.ts';
import { autoModeConfig, policyOfSettings } from './policy-of-settings.ts';
import { projectAnswer } from './project-answer.ts';
import { readMode } from './read-mode.ts';
import { unacceptedOf } from './unaccepted.ts';

/** What a call is judged by. */
export type Policy = {
  readonly rules: readonly Rule[];
  readonly enforcedLayers: readonly Layer[];
  /** Deny and ask rules also meet what `sudo`, `xargs`, `sh -c` and the like run. */
  readonly seesThroughWrappers: boolean;
  readonly mode: PermissionMode;
  /** The source of `enforce = true`. */
  readonly enforcedBy?: string | undefined;
  readonly autoModeDisabled: boolean;
  /** The settings of the files alone, for what only files decide. */
  readonly permissions: PermissionSettings;
  /** `--auto-mode-config`, as an absolute path. */
  readonly autoModeConfig?: string | undefined;
  readonly warnings: readonly FileNotice[];
  /** How unaccepted project rules apply; absent: as in a session that has asked about them. */
  readonly unanswered?: ProjectRules | undefined;
  /** Project rules that hooks and proxies leave out; null: none. */
  readonly unaccepted: Unaccepted | null;
  /** Judge as if commands can be confined. */
  readonly confines?: boolean | undefined;
};

/** As a session in that place would have it, or only the rules of one file. */
export async function policyAt(
  where: Where,
  args: Args,
  terminal: Terminal,
  { unanswered = 'use' }: TrustLevelOptions = {},
): Promise<Policy> {
  const file = args.text('rules');
  return file === undefined ? policyOfFiles(where, args, terminal, unanswered) : policyOfOneFile(file, args, terminal);
}

/** Rules that replace those of the files; `enforce` and locks only come from files. */
export function policyOfRules(rules: readonly Rule[], args: Args, terminal: Pick<Terminal, 'cwd'>): Policy {
  return {
    rules: [...args.rules.map(cliRule), ...rules, ...builtinRules(args)],
    enforcedLayers: [],
    seesThroughWrappers: false,
    mode: readMode(args.text('mode') ?? 'default'),
    autoModeDisabled: false,
    permissions: {},
    autoModeConfig: autoModeConfig(args, terminal),
    warnings: [],
    unaccepted: null,
    confines: args.isSet('confined'),
  };
}

async function policyOfFiles(where: Where, args: Args, terminal: Terminal, unanswered: ProjectRules): Promise<Policy> {
  const locations = locationsAt(where, terminal);
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, {
    projectAnswer: answer,
    unanswered,
    cliRules: args.rules.map(cliRule),
    builtinRules: builtinRules(args),
  });
  const { policy, warnings } = loaded;
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const unaccepted = await unacceptedOf(locations, loaded, answer);
  const { rules } = policy.value;
  return { ...policyOfSettings({ ...policy.value, warnings }, args, terminal), rules, unanswered, unaccepted };
}

async function policyOfOneFile(file: string, args: Args, terminal: Terminal): Promise<Policy> {
  const path = resolve(terminal.cwd, file);
  const kind = /^settings\b/.test(basename(path)) ? 'settings' : 'permissions';
  const read = await readRuleFile({ file: path, layer: 'project', kind });
  if (!read.ok) throw new ConfigurationError(read.error.map(formatNotice));
  if (read.value === null) throw new UsageError(`--rules ${file}: there is no such file`);
  const { rules, settings, warnings } = read.value;
  const seesThroughWrappers = settings.seeThroughWrappers?.value === true;
  return { ...policyOfRules(rules, args, terminal), seesThroughWrappers, warnings };
}

function builtinRules(args: Args): readonly Rule[] {
  return args.isSet('no-defaults') ? [] : DEFAULT_RULES;
}
