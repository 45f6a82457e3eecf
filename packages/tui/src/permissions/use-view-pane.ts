import type { ListedRule, RuleEdit, RuleEditor } from '@caliban/agent/session';
import type { Result } from '@caliban/calls';
import { errorText, spelledOut } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import { useMemo } from 'react';
import { type EditedLine, EMPTY_TEXT, editedText } from '../fields/edit-line.ts';
import { plainKey } from '../fields/plain-key.ts';
import { listStep, stepped } from '../fields/scroll.ts';
import { useLive } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';
import { onFilterKey } from './filter-key.ts';
import type { Pane, PaneSize } from './pane.ts';
import { readOnlyReason } from './read-only.ts';
import {
  type EditorState,
  editEditor,
  editorFor,
  editorForNew,
  editorLines,
  editorTitle,
  saveEditor,
} from './rule-editor.ts';
import { filterRules, nextLayer, type RuleFilter } from './rule-filter.ts';
import { useRuleList } from './use-rule-list.ts';
import { listHeight, listTitle, viewLines } from './view-lines.ts';
import { FILE_SCOPES, type FileScope, type ViewStage, viewKeys } from './view-stage.ts';

/** `startRule` opens the form with the first of the patterns. */
export type ViewPane = Pane & { readonly startRule: (patterns: readonly string[]) => void };

/** Every effective rule, to look at and to change. */
export function useViewPane(ruleEditor: RuleEditor, toast: (text: string) => void, size: PaneSize): ViewPane {
  const { loaded, changedFiles, reload } = useRuleList(ruleEditor);
  const stage = useLive<ViewStage>(() => LIST);
  const selected = useLive(() => 0);
  const layer = useLive<RuleFilter['layer']>(() => 'all');
  const search = useLive<EditedLine>(() => EMPTY_TEXT);
  const { current: state } = loaded;
  const all = state.kind === 'loaded' ? state.rules : NO_RULES;
  const filter: RuleFilter = { layer: layer.current, text: editedText(search.current) };
  const rows = useMemo(
    () => filterRules(all, { layer: filter.layer, text: filter.text }),
    [all, filter.layer, filter.text],
  );
  const at = Math.max(0, Math.min(selected.current, rows.length - 1));

  const { current } = stage;
  const isEditing = current.kind === 'editing';
  return {
    onKey,
    startRule: (patterns) => stage.set({ kind: 'editing', editor: editorForNew(patterns) }),
    title: isEditing ? editorTitle(current.editor) : listTitle({ rows, total: all.length, at, filter }),
    holdsKeys: current.kind !== 'list',
    lines: isEditing
      ? editorLines(current.editor, size.columns)
      : viewLines({
          rows,
          at,
          state,
          stage: current,
          filter,
          search: search.current,
          changedFiles,
          size,
        }),
    keys: viewKeys(current, filter),
  };

  function onKey(press: KeyPress): boolean {
    const now = stage.current;
    switch (now.kind) {
      case 'list':
        return onListKey(press);
      case 'filtering':
        return onFilterKey(press, { search, selected, close: () => stage.set(LIST) });
      case 'deleting':
        if (plainKey(press) === 'y') void change(() => ruleEditor.remove(now.listed));
        else stage.set(LIST);
        return true;
      case 'promoting':
        return onPromoteKey(now.listed, now.scope, press);
      case 'editing':
        return onEditorKey(now.editor, press);
      case 'writing':
        return true;
    }
  }

  function onListKey(press: KeyPress): boolean {
    const key = plainKey(press);
    if (key === null || press.kind === 'paste') return press.kind === 'paste';
    const visibleRows = currentRows();
    const place = Math.max(0, Math.min(selected.current, visibleRows.length - 1));
    const row = visibleRows[place];
    if (key === 'K' || (press.shift && key === 'up')) return withChangeable(row, (rule) => move(rule, place, 'up'));
    if (key === 'J' || (press.shift && key === 'down')) return withChangeable(row, (rule) => move(rule, place, 'down'));
    const step = listStep(press, listHeight(size));
    if (step !== null) {
      selected.set(stepped(place, step, visibleRows.length));
      return true;
    }
    switch (key) {
      case 'l':
        layer.set(nextLayer(layer.current, currentRules()));
        selected.set(0);
        return true;
      case '/':
        stage.set({ kind: 'filtering' });
        return true;
      case 'a':
        stage.set({ kind: 'editing', editor: editorForNew() });
        return true;
      case 'e':
      case 'enter':
        return withChangeable(row, (rule) => stage.set({ kind: 'editing', editor: editorFor(rule) }));
      case 'd':
        return withChangeable(row, (rule) => stage.set({ kind: 'deleting', listed: rule }));
      case 'p':
        return withSession(row, (rule) => stage.set({ kind: 'promoting', listed: rule, scope: 'local' }));
      case 'u':
        void change(() => ruleEditor.undo(), 'there is nothing to undo');
        return true;
      case 'r':
        void reload();
        return true;
      case 'escape':
        if (editedText(search.current) === '' && layer.current === 'all') return false;
        search.set(EMPTY_TEXT);
        layer.set('all');
        return true;
    }
    return false;
  }

  function onPromoteKey(rule: ListedRule, scope: FileScope, press: KeyPress): boolean {
    const key = plainKey(press);
    if (key === 'escape') stage.set(LIST);
    else if (key === 'enter') void change(() => ruleEditor.promote(rule, scope));
    else if (key === 'left' || key === 'right' || key === 'tab') {
      const by = key === 'left' ? FILE_SCOPES.length - 1 : 1;
      const next = FILE_SCOPES[(FILE_SCOPES.indexOf(scope) + by) % FILE_SCOPES.length] ?? 'local';
      stage.set({ kind: 'promoting', listed: rule, scope: next });
    }
    return true;
  }

  function onEditorKey(editor: EditorState, press: KeyPress): boolean {
    const key = plainKey(press);
    if (key === 'escape') stage.set(LIST);
    else if (key === 'enter') {
      const save = saveEditor(editor, ruleEditor);
      if (save === null) stage.set({ kind: 'editing', editor: { ...editor, isTouched: true } });
      else void change(() => save, '', { kind: 'editing', editor });
    } else {
      const edited = editEditor(editor, press);
      if (edited !== null) stage.set({ kind: 'editing', editor: edited });
    }
    return true;
  }

  function currentRules(): readonly ListedRule[] {
    return loaded.current.kind === 'loaded' ? loaded.current.rules : NO_RULES;
  }

  function currentRows() {
    return filterRules(currentRules(), { layer: layer.current, text: editedText(search.current) });
  }

  function withChangeable(row: ListedRule | undefined, then: (rule: ListedRule) => void): true {
    if (row === undefined) toast('there is no rule here');
    else if (row.readOnly) toast(readOnlyReason(row));
    else then(row);
    return true;
  }

  function withSession(row: ListedRule | undefined, then: (rule: ListedRule) => void): true {
    if (row?.rule.source.layer === 'runtime' && row.savedAs === null) then(row);
    else toast('only a rule of this session can be saved to a file; this one is in its place already');
    return true;
  }

  function move(rule: ListedRule, place: number, towards: 'up' | 'down'): void {
    const next = place + (towards === 'up' ? -1 : 1);
    let hasMoved = false;
    void change(async () => {
      const moved = await ruleEditor.move(rule, towards);
      hasMoved = moved.ok;
      return moved;
    }).then(() => {
      if (hasMoved) selected.set(nearestTo(next, currentRows(), rule));
    });
  }

  /** `back` is the stage after a refused change; the typed text must not be lost. */
  async function change(
    run: () => Promise<Result<RuleEdit, string> | null>,
    nothing = '',
    back: ViewStage = LIST,
  ): Promise<void> {
    stage.set({ kind: 'writing' });
    const { says, next } = await run().then(
      (result) =>
        result === null
          ? { says: nothing, next: LIST }
          : { says: spelledOut(result.ok ? result.value.done : result.error), next: result.ok ? LIST : back },
      (error: unknown) => ({ says: spelledOut(errorText(error)), next: back }),
    );
    // The next key must see the current list.
    await reload();
    toast(says);
    stage.set(next);
  }
}

/** The rule's current position. Rows that its file no longer contains may be in between, and the same rule may occur twice. */
function nearestTo(place: number, rows: readonly ListedRule[], { rule }: ListedRule): number {
  const places = rows.flatMap((row, at) =>
    row.counts !== 'until-the-next-start' && isSameRule(row.rule, rule) ? [at] : [],
  );
  return places.sort((one, other) => Math.abs(one - place) - Math.abs(other - place))[0] ?? place;
}

function isSameRule(one: Rule, other: Rule): boolean {
  return (
    one.action === other.action &&
    one.source.file === other.source.file &&
    formatPattern(one.pattern) === formatPattern(other.pattern)
  );
}

const LIST: ViewStage = { kind: 'list' };
const NO_RULES: readonly ListedRule[] = [];
