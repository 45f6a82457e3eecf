import type { PermissionMode, ToolCall } from '@caliban/gate';
import { createGate } from '@caliban/gate/internal/gate';
import { loadedFiles, loadRules } from '@caliban/storage/internal/load-rules';
import type { Locations } from '@caliban/storage/internal/locations';
import { mergeSettings } from '@caliban/storage/internal/rules/merge-settings';
import type { PermissionSettings } from '@caliban/storage/internal/rules/rule-file';
import { NEVER } from '../judging/never-aborted.ts';
import { decisionLog } from '../log/decision-log.ts';
import { auditSettings } from '../policy/settings.ts';
import { standardError } from '../process/standard-output.ts';

export type Refusal = {
  readonly why: unknown;
  readonly mode: PermissionMode | undefined;
  readonly locations: Locations;
};

/** Calls for which there are no rules to judge them by stand in the log as what they are: denied, by a fault. Never throws. */
export async function logRefused(calls: readonly ToolCall[], { why, mode, locations }: Refusal): Promise<void> {
  try {
    const warn = (message: string) => standardError(`caliban: ${message}\n`);
    const log = decisionLog(auditSettings(await readableSettings(locations), locations), warn);
    const gate = createGate({
      judge() {
        throw why;
      },
      modeFilter: { filter: async (_, verdict) => verdict },
      askHandler: { ask: () => Promise.reject(why) },
      remember() {},
      record: (entry) => log?.record(entry),
      mode: () => mode ?? 'default',
    });
    for (const call of calls) await gate.judge(call, NEVER);
    log?.close();
  } catch {
    // The call is refused all the same, and its host is told why.
  }
}

/** What the files that do load say about the log. */
async function readableSettings(locations: Locations): Promise<PermissionSettings> {
  const { files } = await loadRules(locations, { unanswered: 'use' });
  const groups = locations.layers.map(({ layer }) => ({
    layer,
    files: loadedFiles(files.filter((report) => report.layer === layer)),
  }));
  return mergeSettings(groups).settings;
}
