import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ok } from '@caliban/calls/types';
import type { LayerFiles, Locations, RuleChange } from '@caliban/storage';
import type { ImportedRule } from '@caliban/storage/import';
import { rewriteRules } from '@caliban/storage/rules';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { showImport } from '../../output/import-report.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { importPlan, readForeign, textOf } from '../../rules/foreign-rules.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, targetOf } from '../../rules/writing.ts';

/** `perms import`: all rules in one write, after the existing ones. */
export async function importFrom(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const from = args.text('from');
  if (from === undefined) throw new UsageError('say which file: --from FILE');
  const file = resolve(terminal.cwd, from);
  const text = from === '-' ? await terminal.readInput() : textOf(file);
  const imported = readForeign(from === '-' ? 'standard input' : file, text, args.text('format'), terminal);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const target = targetOf(locations, args.text('scope') ?? ownScope(file, locations) ?? 'user');

  const dryRun = args.isSet('dry-run');
  const allows = imported.rules.filter(({ action }) => action === 'allow').length;
  const change = dryRun ? null : await keepTrust(locations, () => append(imported.rules, target), { allows });
  showImport({ imported, target, change, json: args.isSet('json') }, terminal);
  return 0;
}

/** A layer's own old file is imported into that layer's new one. */
function ownScope(file: string, { layers }: Locations): string | undefined {
  return layers.find(
    ({ layer, legacy }) => layer !== 'managed' && (file === legacy.settings || file === legacy.permissions),
  )?.layer;
}

async function append(rules: readonly ImportedRule[], target: LayerFiles): Promise<RuleChange> {
  const isNew = !existsSync(target.permissions);
  const changed = await rewriteRules(target, { createDirectory: true }, (known) =>
    ok(importPlan(rules, known, { isNew })),
  );
  if (!changed.ok) throw changeError(changed.error);
  return changed.value;
}
