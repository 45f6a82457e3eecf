import type { Spec } from '../../types/pattern.ts';
import type { ToolProfile } from '../../types/tool-profile.ts';
import { IntegerList } from './growing.ts';
import { LiteralTableBuilder } from './literal-table-builder.ts';
import { ReadyRules } from './ready-rules.ts';
import type { RuleColumns } from './rule-columns.ts';
import { RuleGroup } from './rule-group.ts';

/** What a rule asks of a call of this tool; null when it can never match one. */
export type SpecForTool = (position: number, toolName: string) => Spec | null;

export type LazyOptions = {
  readonly columns: RuleColumns;
  readonly specForTool: SpecForTool;
  readonly foldPaths: boolean;
};

/**
 * Rules whose tool is written the same way, as positions until such a tool is called: most sessions call few of the tools that
 * rules are about. What rules under a glob over tool names mean depends on the tool, so they are compiled for each profile.
 */
export class LazyGroup {
  readonly #options: LazyOptions;
  readonly #added = new IntegerList();
  #positions: Int32Array | null = null;
  readonly #byProfile = new Map<ToolProfile | undefined, RuleGroup>();

  constructor(options: LazyOptions) {
    this.#options = options;
  }

  add(position: number): void {
    this.#added.push(position);
  }

  /** Tools without a profile are all read alike. */
  forTool(name: string, profile: ToolProfile | undefined): RuleGroup {
    const known = this.#byProfile.get(profile);
    if (known !== undefined) return known;
    const group = this.#compile(name);
    this.#byProfile.set(profile, group);
    return group;
  }

  #compile(name: string): RuleGroup {
    const { columns, specForTool, foldPaths } = this.#options;
    const specAt = (position: number): Spec => {
      const spec = specForTool(position, name);
      if (spec === null) throw new Error('a rule that says nothing of the tool was compiled for it');
      return spec;
    };
    const builder = new LiteralTableBuilder();
    const group = new RuleGroup({ builder, rules: new ReadyRules(columns, specAt, foldPaths), foldPaths });
    this.#positions ??= this.#added.taken();
    for (const position of this.#positions) {
      const spec = specForTool(position, name);
      if (spec !== null) group.add(spec, columns.action(position), position);
    }
    group.finish(builder.finish());
    return group;
  }
}
