import { plural, visible } from '@caliban/calls/text';
import type { Imported, LayerFiles, RuleChange } from '@caliban/storage';
import type { NotCarriedOver } from '@caliban/storage/import';
import type { Terminal } from '../process/terminal.ts';
import { inColumns } from './columns.ts';
import { jsonText } from './json.ts';

export type ImportReport = {
  readonly imported: Imported;
  readonly target: LayerFiles;
  /** Null: nothing was written. */
  readonly change: RuleChange | null;
  readonly json: boolean;
};

export function showImport({ imported, target, change, json }: ImportReport, terminal: Terminal): void {
  const { format, rules, notCarriedOver, notices, defaultMode } = imported;
  const file = target.permissions;
  if (json) {
    const added = change === null ? null : change.after.length - change.before.length;
    const answer = { format, file, written: change !== null, added, rules, notCarriedOver, notices, defaultMode };
    terminal.out(jsonText(answer));
    return;
  }
  terminal.out(`${summary(imported, file, change)}\n`);
  const rows = rules.map(({ action, pattern, comment }) => [
    ` ${action}`,
    visible(pattern),
    comment === undefined ? '' : visible(`# ${comment}`),
  ]);
  for (const line of inColumns(rows)) terminal.out(`${line}\n`);
  printNotCarriedOver(notCarriedOver, terminal.out);
  for (const notice of [...notices, ...hints(imported, target)]) terminal.out(`note: ${visible(notice)}\n`);
}

/** What another format couldn't express, one line each. */
export function printNotCarriedOver(parts: readonly NotCarriedOver[], print: (text: string) => void): void {
  if (parts.length === 0) return;
  print(`not carried over as it was (${parts.length}):\n`);
  for (const { what, why, line } of parts) {
    print(`  ${line === undefined ? '' : `line ${line}: `}${visible(what)}: ${visible(why)}\n`);
  }
}

function summary({ format, rules }: Imported, file: string, change: RuleChange | null): string {
  if (change === null) return `${plural(rules.length, 'rule')} of ${format} would go to ${visible(file)}:`;
  const added = change.after.length - change.before.length;
  // A layer's own JSON: its rules already applied, and are only now in TOML.
  if (added === 0 && change.kind === 'changed') return `${plural(rules.length, 'rule')} moved to ${visible(file)}:`;
  const there = rules.length - added;
  return `${plural(added, 'rule')} of ${format} added to ${visible(file)}${there > 0 ? `, ${there} there already` : ''}:`;
}

function hints({ defaultMode, rules }: Imported, { layer, permissions }: LayerFiles): readonly string[] {
  const relative = rules.some(({ pattern }) =>
    /^(?:Read|Write|Edit|MultiEdit|NotebookEdit|Grep|Glob)[:(](?![/~])/.test(pattern),
  );
  return [
    ...(defaultMode === undefined || defaultMode === 'default'
      ? []
      : [`it starts in ${defaultMode}; to keep that, write default_mode = "${defaultMode}" in ${permissions}`]),
    ...(layer === 'user' && relative
      ? ['relative paths apply in every workspace now; --scope project keeps them to this one']
      : []),
  ];
}
