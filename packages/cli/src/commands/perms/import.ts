import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Action, type Pattern, parsePattern, type Rule } from '@caliban/gate';
import { ok } from '@caliban/gate/internal/types/result';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';
import type { LayerFiles, Locations } from '@caliban/storage/internal/locations';
import { patternKey } from '@caliban/storage/internal/rules/choose-rule';
import { importRules } from '@caliban/storage/internal/rules/import/import-rules';
import type { Imported, ImportedRule, ImportFormat } from '@caliban/storage/internal/rules/import/imported';
import { type Plan, type RuleChange, rewriteRules } from '@caliban/storage/internal/rules/rewrite-rules';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { showImport } from '../../output/import-report.ts';
import { locationsAt } from '../../places/locations-at.ts';
import { refuseMissingWorkspace } from '../../places/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, targetOf } from '../../rules/writing.ts';

/** `perms import`: all rules in one write, after those that are there. */
export async function importFrom(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const from = args.text('from');
  if (from === undefined) throw new UsageError('say which file: --from FILE');
  const file = resolve(terminal.cwd, from);
  const text = from === '-' ? await terminal.readInput() : textOf(file);
  const imported = readForeign(from === '-' ? 'standard input' : file, text, args, terminal);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const target = targetOf(locations, args.text('scope') ?? ownScope(file, locations) ?? 'user');

  const dryRun = args.isSet('dry-run');
  const allows = imported.rules.filter(({ action }) => action === 'allow').length;
  const change = dryRun ? null : await keepTrust(locations, () => append(imported.rules, target), { allows });
  showImport({ imported, target, change, json: args.isSet('json') }, terminal);
  return 0;
}

function textOf(file: string): string {
  const text = readTextFile(file);
  if (!text.ok) throw new UsageError(formatNotice({ file, ...text.error }));
  if (text.value === null) throw new UsageError(`${file}: there is no such file`);
  return text.value;
}

function readForeign(file: string, text: string, args: Args, { home }: Terminal): Imported {
  const claudeHome = join(home, '.claude');
  const imported = importRules(text, {
    format: (args.text('format') ?? 'auto') as ImportFormat | 'auto',
    fileName: file,
    ...(dirname(file) === claudeHome ? { settingsDirectory: '~/.claude' } : {}),
  });
  if (!imported.ok) throw new UsageError(formatNotice({ file, ...imported.error }));
  return imported.value;
}

/** A layer's own old file goes to that layer's new one. */
function ownScope(file: string, { layers }: Locations): string | undefined {
  return layers.find(
    ({ layer, legacy }) => layer !== 'managed' && (file === legacy.settings || file === legacy.permissions),
  )?.layer;
}

async function append(rules: readonly ImportedRule[], target: LayerFiles): Promise<RuleChange> {
  const isNew = !existsSync(target.permissions);
  const changed = await rewriteRules(target, { createDirectory: true }, (known) =>
    ok(planFor(rules, known, { isNew })),
  );
  if (!changed.ok) throw changeError(changed.error);
  return changed.value;
}

function planFor(rules: readonly ImportedRule[], known: readonly Rule[], { isNew }: { isNew: boolean }): Plan {
  const there = new Set(known.map(({ pattern, action }) => keyOf(pattern, action)));
  const added = rules.filter(({ pattern, action }) => {
    const parsed = parsePattern(pattern);
    return !parsed.ok || !there.has(keyOf(parsed.value, action));
  });
  const index = known.length;
  if (added.length > 0) return { edits: [{ kind: 'insert', at: index, rules: added }], index };
  // What a layer says in JSON is known already, and still has to be written down as TOML.
  return { edits: isNew && index > 0 ? [{ kind: 'change', at: 0, fields: {} }] : [], index };
}

function keyOf(pattern: Pattern, action: Action): string {
  return `${action} ${patternKey(pattern)}`;
}
