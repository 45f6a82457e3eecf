import type { AST } from 'toml-eslint-parser';
import { isNamed, type TomlText } from './toml-text.ts';

/** How a canonical file holds its rules. */
export type RuleLayout =
  /** `[[permissions.rules]]` above each. */
  | { readonly kind: 'tables'; readonly tables: readonly AST.TOMLTable[] }
  /** `rules = [ { … }, … ]`. */
  | { readonly kind: 'list'; readonly list: AST.TOMLArray; readonly items: readonly AST.TOMLInlineTable[] }
  /** `permissions = { … }` without rules: no header can add to it. */
  | { readonly kind: 'closed'; readonly table: AST.TOMLInlineTable };

export function readLayout(source: TomlText): RuleLayout {
  const permissions = source.pairAt('permissions')?.value;
  const list = source.pairAt('permissions', 'rules')?.value;
  if (list?.type === 'TOMLArray') {
    return { kind: 'list', list, items: list.elements.filter((item) => item.type === 'TOMLInlineTable') };
  }
  if (permissions?.type === 'TOMLInlineTable') return { kind: 'closed', table: permissions };
  return { kind: 'tables', tables: source.tables.filter((table) => isNamed(table, 'permissions', 'rules')) };
}
