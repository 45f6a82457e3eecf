import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import {
  type LoadedRules,
  type Locations,
  loadRules,
  type ProjectRules,
  type TrustLevelOptions,
} from '@caliban/storage';
import type { Unaccepted } from '@caliban/storage/trust';
import type { Checking } from '../checks/with-tests.ts';
import type { Args } from '../command-line/args.ts';
import { ConfigurationError, UsageError } from '../command-line/problems.ts';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';
import { cliRule } from '../rules/given-rule.ts';
import { toolFlagRules } from '../rules/tool-flags.ts';
import { projectAnswer } from './project-answer.ts';
import { resolveSettings, type Settings, type StartFlags, type StartProblem } from './settings.ts';
import { unacceptedOf } from './unaccepted.ts';

export type SettingsReport = {
  readonly settings: Result<Settings, StartProblem>;
  readonly loaded: LoadedRules;
  readonly locations: Locations;
  /** The operator's answer about this project's files. */
  readonly answer: ProjectRules | undefined;
  /** Project rules that hooks and proxies leave out; null: none. */
  readonly unaccepted: Unaccepted | null;
};

/** Flags, environment and files, resolved as for a start; nothing is refused yet. */
export async function inspectSettings(
  args: Args,
  terminal: Terminal,
  { unanswered }: TrustLevelOptions = { unanswered: 'use' },
): Promise<SettingsReport> {
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const asked = await answerOrProblem(locations);
  const answer = asked.ok ? asked.value : undefined;
  const cliRules = [...toolFlagRules(args), ...args.rules].map(cliRule);
  const read = await loadRules(locations, { cliRules, projectAnswer: answer, unanswered });
  const loaded = read.tests.length === 0 ? read : await checked(read, { locations, answer, terminal });
  const settings = resolveSettings({ flags: startFlags(args), env: terminal.env, loaded, locations });
  return {
    settings: asked.ok ? settings : refusedAlso(asked.error, settings),
    loaded,
    locations,
    answer,
    unaccepted: asked.ok ? await unacceptedOf(locations, loaded, answer) : null,
  };
}

/** Loaded only if a file has tests. */
async function checked(loaded: LoadedRules, checking: Checking): Promise<LoadedRules> {
  const { withTests } = await import('../checks/with-tests.ts');
  return withTests(loaded, checking);
}

async function answerOrProblem(locations: Locations): Promise<Result<ProjectRules | undefined, string>> {
  try {
    return ok(await projectAnswer(locations));
  } catch (error) {
    if (error instanceof ConfigurationError) return fail(error.message);
    throw error;
  }
}

function refusedAlso(message: string, settings: Result<Settings, StartProblem>): Result<Settings, StartProblem> {
  return fail({ kind: 'configuration', messages: [message, ...(settings.ok ? [] : settings.error.messages)] });
}

/** Throws if the start is refused. */
export function settingsOrThrow({ settings }: Pick<SettingsReport, 'settings'>): Settings {
  if (settings.ok) return settings.value;
  const { kind, messages } = settings.error;
  switch (kind) {
    case 'usage':
      throw new UsageError(messages.join('\n'));
    case 'configuration':
      throw new ConfigurationError(messages);
  }
}

function startFlags(args: Args): StartFlags {
  return {
    permissionMode: args.text('permission-mode'),
    noPermissions: args.isSet('no-permissions'),
    autoAllow: args.isSet('auto-allow'),
    disableAutoMode: args.isSet('disable-auto-mode'),
    unlockBypass: args.isSet('allow-dangerously-skip-permissions'),
    startInBypass: args.isSet('dangerously-skip-permissions'),
    hasRules: args.rules.length > 0 || args.isSet('allowed-tools') || args.isSet('disallowed-tools'),
  };
}
