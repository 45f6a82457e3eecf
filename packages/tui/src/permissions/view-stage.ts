import type { ListedRule } from '@caliban/agent/session';
import { spelledOut } from '@caliban/calls/text';
import { formatPattern, type Scope } from '@caliban/gate';
import { EDITOR_KEYS, type EditorState } from './rule-editor.ts';
import type { RuleFilter } from './rule-filter.ts';

export type FileScope = Exclude<Scope, 'session'>;

export const FILE_SCOPES: readonly FileScope[] = ['local', 'project', 'user'];

/** The state of the rule list. */
export type ViewStage =
  | { readonly kind: 'list' }
  | { readonly kind: 'filtering' }
  | { readonly kind: 'deleting'; readonly listed: ListedRule }
  | { readonly kind: 'promoting'; readonly listed: ListedRule; readonly scope: FileScope }
  | { readonly kind: 'editing'; readonly editor: EditorState }
  /** A change is being written; keys do nothing and aren't queued. */
  | { readonly kind: 'writing' };

/** All keys of the stage, for the last row. */
export function viewKeys(stage: ViewStage, filter: RuleFilter): string {
  switch (stage.kind) {
    case 'list':
      return `↑↓ choose · a add · e edit · d delete · K/J move · p save to a file · u undo · l layer: ${filter.layer} · / filter`;
    case 'filtering':
      return 'type to filter · Enter keep · Esc clear';
    case 'deleting':
      return `y deletes ${spelledOut(formatPattern(stage.listed.rule.pattern))} · any other key keeps it`;
    case 'promoting':
      return '←→ choose the file · Enter write · Esc back';
    case 'editing':
      return EDITOR_KEYS;
    case 'writing':
      return 'writing …';
  }
}
