import type { ListedRule } from '@caliban/agent/session';
import { plural, spelledOut } from '@caliban/calls/text';
import { formatPattern, type Layer, type Rule } from '@caliban/gate';
import type { EditedLine } from '../fields/edit-line.ts';
import { footed } from '../fields/footed.ts';
import { revealing } from '../fields/scroll.ts';
import { textLines } from '../fields/section-lines.ts';
import { selectedRow } from '../fields/selected-row.ts';
import { textFieldLine } from '../fields/text-field.ts';
import { cutText } from '../screen/cut-text.ts';
import { EMPTY_LINE, type Line, line } from '../screen/line.ts';
import type { PaneSize } from './pane.ts';
import type { RuleFilter } from './rule-filter.ts';
import { ACTION_TONES, placeOf, ruleRowLine } from './rule-row-line.ts';
import type { LoadedRules } from './use-rule-list.ts';
import { FILE_SCOPES, type ViewStage } from './view-stage.ts';

export type ViewSight = {
  readonly rows: readonly ListedRule[];
  readonly at: number;
  readonly state: LoadedRules;
  readonly stage: ViewStage;
  readonly filter: RuleFilter;
  readonly search: EditedLine;
  readonly changedFiles: readonly string[];
  readonly size: PaneSize;
};

/** Rows for the text around the list. */
const AROUND = 4;

export function listHeight({ rows }: PaneSize): number {
  return Math.max(1, rows - AROUND);
}

/** Only visible rules are laid out: there may be thousands. */
export function viewLines(sight: ViewSight): readonly Line[] {
  const { state, size, rows, at } = sight;
  const head = [...filterLines(sight), ...changedLines(sight)];
  switch (state.kind) {
    case 'loading':
      return [...head, ...textLines('reading the rules …', { columns: size.columns, tone: 'dim' })];
    case 'failed':
      return [...head, ...textLines(spelledOut(state.message), { columns: size.columns, tone: 'bad', most: 8 })];
    case 'loaded': {
      const detail = detailLines(sight);
      const height = Math.max(1, size.rows - head.length - detail.length);
      const top = revealing(at, Math.max(0, at - Math.floor(height / 2)), { total: rows.length, height });
      const list = rows.slice(top, top + height).map((row, index) => {
        const drawn = ruleRowLine(row, size.columns);
        return top + index === at ? selectedRow(drawn, size.columns) : drawn;
      });
      const shown = rows.length === 0 ? NO_RULE_FITS : list;
      return footed([...head, ...shown], detail, size.rows);
    }
  }
}

const NO_RULE_FITS: readonly Line[] = [line('  No rule fits that.', 'dim')];

export type ListTitle = Pick<ViewSight, 'rows' | 'at' | 'filter'> & { readonly total: number };

export function listTitle({ rows, total, at, filter }: ListTitle): string {
  const counted = rows.length === total ? plural(total, 'rule') : `${rows.length} of ${plural(total, 'rule')}`;
  const place = rows.length === 0 ? '' : ` · ${at + 1}/${rows.length}`;
  return `${counted}${place}${filter.layer === 'all' ? '' : ` · only ${filter.layer}`}`;
}

function filterLines({ filter, stage, search, size }: ViewSight): readonly Line[] {
  const isFiltering = stage.kind === 'filtering';
  if (!isFiltering && filter.text === '') return [];
  const field = textFieldLine({ text: search, columns: size.columns - 8, hasFocus: isFiltering });
  return [[{ text: 'filter: ', tone: 'accent' }, ...field]];
}

function changedLines({ changedFiles, size }: ViewSight): readonly Line[] {
  if (changedFiles.length === 0) return [];
  const files = changedFiles.map(spelledOut).join(', ');
  return textLines(`changed on disk, in effect after a restart: ${files}`, {
    columns: size.columns,
    tone: 'warning',
    most: 1,
  });
}

function detailLines({ rows, at, stage, size: { columns, rows: height } }: ViewSight): readonly Line[] {
  const row = rows[at];
  if (stage.kind === 'promoting') return promoteLines(stage.listed.rule, stage.scope);
  if (stage.kind === 'deleting') {
    const text = `Delete ${spelledOut(formatPattern(stage.listed.rule.pattern))}? y deletes it, any other key keeps it.`;
    return textLines(text, { columns, tone: 'warning', most: 2 });
  }
  if (row === undefined || height < 10) return [];
  const { rule, savedAs, readOnly } = row;
  const { comment, reason, source } = savedAs ?? rule;
  const place = source.file === undefined ? WHERE_FROM[source.layer] : placeOf(savedAs ?? rule, columns);
  const notes = [
    ...(comment === undefined ? [] : [`# ${spelledOut(comment)}`]),
    ...(reason === undefined ? [] : [`reason: ${spelledOut(reason)}`]),
    ...(savedAs === null ? [] : ['saved in this session']),
    ...(readOnly ? ['read-only'] : []),
  ].join('  ');
  return [
    [{ text: '─'.repeat(columns), tone: 'dim' }],
    [
      { text: `${rule.action} `, tone: ACTION_TONES[rule.action] },
      { text: cutText(spelledOut(formatPattern(rule.pattern)), columns - rule.action.length - 1), tone: 'strong' },
    ],
    ...textLines(place, { columns, tone: 'dim', most: 1 }),
    // Also without notes, so that the list doesn't move.
    ...(notes === '' ? [EMPTY_LINE] : textLines(notes, { columns, tone: 'dim', most: 1 })),
  ];
}

/** For rules without a file. */
const WHERE_FROM: Readonly<Record<Layer, string>> = {
  managed: 'managed',
  runtime: 'this session, until caliban ends',
  cli: 'the command line of this start',
  local: 'local',
  project: 'project',
  user: 'user',
  builtin: 'built in',
};

function promoteLines(rule: Rule, scope: string): readonly Line[] {
  return [
    [{ text: `Save ${spelledOut(formatPattern(rule.pattern))} to a file:`, tone: 'strong' }],
    FILE_SCOPES.map((choice) =>
      choice === scope ? { text: ` [${choice}]`, tone: 'strong' } : { text: `  ${choice} `, tone: 'dim' },
    ),
  ];
}
