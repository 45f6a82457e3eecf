import type { ToolCall } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { createRuleBook, openGate, type PermissionMode } from '@caliban/gate';
import { type Locations, loadRules, type PermissionSettings } from '@caliban/storage';
import { loadedFiles, mergeSettings } from '@caliban/storage/rules';
import { decisionLog } from '../log/decision-log.ts';
import { auditSettings } from '../policy/settings.ts';

export type Refusal = {
  readonly why: unknown;
  readonly mode: PermissionMode | undefined;
  readonly locations: Locations;
  readonly warn: (text: string) => void;
};

/** Logs calls that couldn't be judged as denied because of a fault. Never throws. */
export async function logRefused(calls: readonly ToolCall[], { why, mode, locations, warn }: Refusal): Promise<void> {
  try {
    const log = decisionLog(auditSettings(await readableSettings(locations), locations), (message) =>
      warn(`caliban: ${message}\n`),
    );
    const gate = openGate({
      policy: { rules: { book: createRuleBook([]) } },
      mode: mode === undefined ? {} : { mode },
      ask: null,
      log,
    });
    for (const call of calls) await gate.recordRefusal(call, { kind: 'fault', message: errorText(why) });
    log?.close();
  } catch {
    // The call is refused all the same, and its host is told why.
  }
}

/** The log settings of the files that do load. */
async function readableSettings(locations: Locations): Promise<PermissionSettings> {
  const { files } = await loadRules(locations, { unanswered: 'use' });
  const groups = locations.layers.map(({ layer }) => ({
    layer,
    files: loadedFiles(files.filter((report) => report.layer === layer)),
  }));
  return mergeSettings(groups).settings;
}
