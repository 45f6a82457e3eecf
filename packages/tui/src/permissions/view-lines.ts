import { formatPattern, type Rule } from '@caliban/gate';
import { plural } from '@caliban/gate/internal/text/plural';
import type { EditedLine } from '../fields/edit-line.ts';
import { revealing } from '../fields/scroll.ts';
import { textLines } from '../fields/section-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import { textFieldLine } from '../fields/text-field.ts';
import type { DeskRule } from '../ports.ts';
import type { Line } from '../screen/line.ts';
import type { PaneSize } from './pane.ts';
import type { RuleFilter } from './rule-filter.ts';
import { ruleRowLine } from './rule-row-line.ts';
import type { LoadedRules } from './use-rule-list.ts';
import { FILE_SCOPES, type ViewStage } from './view-stage.ts';

export type ViewSight = {
  readonly rows: readonly DeskRule[];
  readonly total: number;
  readonly at: number;
  readonly state: LoadedRules;
  readonly stage: ViewStage;
  readonly filter: RuleFilter;
  readonly search: EditedLine;
  readonly changedFiles: readonly string[];
  readonly size: PaneSize;
};

/** Rows for what is said around the list. */
const AROUND = 5;

export function listHeight({ rows }: PaneSize): number {
  return Math.max(1, rows - AROUND);
}

/** Only the rules that are seen are laid out: there may be thousands. */
export function viewLines(sight: ViewSight): readonly Line[] {
  const { state, size, rows, at } = sight;
  const head = [...headLines(sight), ...changedLines(sight)];
  switch (state.kind) {
    case 'loading':
      return [...head, ...textLines('reading the rules …', { columns: size.columns, tone: 'dim' })];
    case 'failed':
      return [...head, ...textLines(spelledOut(state.message), { columns: size.columns, tone: 'bad', most: 8 })];
    case 'loaded': {
      const detail = detailLines(sight);
      const height = Math.max(1, size.rows - head.length - detail.length);
      const top = revealing(at, Math.max(0, at - Math.floor(height / 2)), { total: rows.length, height });
      const list = rows
        .slice(top, top + height)
        .map((row, index) => ruleRowLine(row, { columns: size.columns, isSelected: top + index === at }));
      return [...head, ...list, ...detail];
    }
  }
}

function headLines({ rows, total, at, filter, stage, search, size }: ViewSight): readonly Line[] {
  const isFiltering = stage.kind === 'filtering';
  const counted = rows.length === total ? plural(total, 'rule') : `${rows.length} of ${plural(total, 'rule')}`;
  const place = rows.length === 0 ? '' : ` · ${at + 1}/${rows.length}`;
  const layer = filter.layer === 'all' ? '' : ` · only ${filter.layer}`;
  const first: Line = [{ text: `${counted}${place}${layer}`, tone: 'dim' }];
  if (!isFiltering && filter.text === '') return [first];
  const field = textFieldLine({ text: search, columns: size.columns - 8, hasFocus: isFiltering });
  return [first, [{ text: 'filter: ', tone: 'accent' }, ...field]];
}

function changedLines({ changedFiles, size }: ViewSight): readonly Line[] {
  if (changedFiles.length === 0) return [];
  const files = changedFiles.map(spelledOut).join(', ');
  return textLines(`changed on disk, counts at the next start: ${files}`, {
    columns: size.columns,
    tone: 'warning',
    most: 1,
  });
}

function detailLines({ rows, at, stage, size: { columns, rows: height } }: ViewSight): readonly Line[] {
  const row = rows[at];
  if (stage.kind === 'promoting') return promoteLines(stage.desk.rule, stage.scope);
  if (stage.kind === 'deleting') {
    const text = `Delete ${spelledOut(formatPattern(stage.desk.rule.pattern))}? y deletes it, any other key keeps it.`;
    return textLines(text, { columns, tone: 'warning', most: 2 });
  }
  if (row === undefined || height < 10) return [];
  const { rule } = row;
  const { comment, reason, source } = rule;
  const place = source.file === undefined ? source.layer : `${spelledOut(source.file)}:${source.line ?? '?'}`;
  const notes = [
    comment === undefined ? '' : `  # ${spelledOut(comment)}`,
    reason === undefined ? '' : `  reason: ${spelledOut(reason)}`,
  ].join('');
  return [
    [{ text: '─'.repeat(columns), tone: 'dim' }],
    ...textLines(`${rule.action} ${spelledOut(formatPattern(rule.pattern))}`, { columns, most: 1 }),
    ...textLines(`${place}${notes}`, { columns, tone: 'dim', most: 1 }),
  ];
}

function promoteLines(rule: Rule, scope: string): readonly Line[] {
  return [
    [{ text: `Keep ${spelledOut(formatPattern(rule.pattern))} in a file:`, tone: 'strong' }],
    FILE_SCOPES.map((choice) =>
      choice === scope ? { text: ` [${choice}]`, tone: 'strong' } : { text: `  ${choice} `, tone: 'dim' },
    ),
  ];
}
