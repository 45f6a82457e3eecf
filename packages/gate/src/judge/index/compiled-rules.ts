import { TOOL_PROFILES } from '../../describe/tool-profiles.ts';
import { specFor } from '../../pattern/parse-pattern.ts';
import { literalText } from '../../text/text-glob.ts';
import type { TextGlob } from '../../types/glob.ts';
import type { Spec } from '../../types/pattern.ts';
import type { Rule } from '../../types/rule.ts';
import type { ToolProfiles } from '../../types/tool-profile.ts';
import type { RuleIndex, ToolRules } from '../rule-index.ts';
import { BoundedCache } from './bounded-cache.ts';
import { MOST_RULES } from './entry.ts';
import { LiteralTableBuilder } from './literal-table-builder.ts';
import { ReadyRules } from './ready-rules.ts';
import { RuleColumns } from './rule-columns.ts';
import { RuleGroup } from './rule-group.ts';
import { ToolGlobs } from './tool-globs.ts';
import { ToolView } from './tool-view.ts';
import { WildcardGroup } from './wildcard-group.ts';

export type CompileOptions = {
  /** The file system tells no case apart: paths are compared in lower case. */
  readonly foldPaths?: boolean;
  /** The profiles the patterns were parsed with. */
  readonly profiles?: ToolProfiles;
};

/** No longer name is remembered: it is the model that makes it up. */
const LONGEST_NAME = 256;

/** Rules packed into columns and filed by tool. Added in order; `finish` before the first look-up. */
export class CompiledRules implements RuleIndex {
  readonly #profiles: ToolProfiles;
  readonly #foldPaths: boolean;
  readonly #columns: RuleColumns;
  readonly #builder = new LiteralTableBuilder();
  readonly #rules: ReadyRules;
  readonly #byName = new Map<string, RuleGroup>();
  readonly #globs = new ToolGlobs();
  /** Numbered as `#globs` numbers them. */
  readonly #wildcards: WildcardGroup[] = [];
  /** Tools with a profile or rules of their own: there are only so many. */
  readonly #known = new Map<string, ToolView>();
  /** All others; the model makes up names. */
  readonly #unknown = new BoundedCache<string, ToolView>(256);
  readonly #byGlobsMatched = new BoundedCache<string, ToolView>(256);

  constructor({ foldPaths = false, profiles = TOOL_PROFILES }: CompileOptions) {
    this.#profiles = profiles;
    this.#foldPaths = foldPaths;
    this.#columns = new RuleColumns(profiles);
    this.#rules = new ReadyRules(this.#columns, (position) => this.#ownSpec(position), foldPaths);
  }

  get size(): number {
    return this.#columns.size;
  }

  rule(position: number): Rule {
    return this.#columns.rule(position);
  }

  forTool(name: string): ToolRules {
    return this.#known.get(name) ?? this.#unknown.get(name) ?? this.#meet(name);
  }

  add(rule: Rule): void {
    const position = this.#columns.size;
    if (position === MOST_RULES) throw new RangeError(`more than ${MOST_RULES} rules`);
    this.#columns.add(rule);
    const { tool, spec } = rule.pattern;
    const name = literalText(tool);
    if (name === null) this.#wildcardGroup(tool).add(position);
    else if (spec !== 'by-tool') this.#group(name).add(spec, rule.action, position);
  }

  finish(): void {
    this.#columns.finish();
    const grown = this.#builder.finish();
    for (const group of this.#byName.values()) group.finish(grown);
    this.#globs.finish();
  }

  /** A tool called for the first time. */
  #meet(name: string): ToolView {
    const profile = this.#profiles.get(name);
    const own = this.#byName.get(name);
    const matching = this.#globs.matching(name);
    const view = () => {
      const others = matching.map((number) => this.#wildcards[number]?.forTool(name, profile));
      return new ToolView(
        [own, ...others].filter((group) => group !== undefined),
        this.#foldPaths,
      );
    };
    if (profile !== undefined || own !== undefined) {
      const known = view();
      this.#known.set(name, known);
      return known;
    }
    const key = matching.join();
    const shared = this.#byGlobsMatched.get(key) ?? view();
    this.#byGlobsMatched.set(key, shared);
    if (name.length <= LONGEST_NAME) this.#unknown.set(name, shared);
    return shared;
  }

  #group(name: string): RuleGroup {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const group = new RuleGroup({ builder: this.#builder, rules: this.#rules, foldPaths: this.#foldPaths });
    this.#byName.set(name, group);
    return group;
  }

  #wildcardGroup(tool: TextGlob): WildcardGroup {
    const number = this.#globs.number(tool);
    this.#wildcards[number] ??= new WildcardGroup({
      columns: this.#columns,
      specForTool: (position, name) => specFor(this.rule(position).pattern, name, this.#profiles),
      foldPaths: this.#foldPaths,
    });
    return this.#wildcards[number];
  }

  /** Of a rule that names its tool. */
  #ownSpec(position: number): Spec {
    const { spec } = this.rule(position).pattern;
    if (spec === 'by-tool') throw new Error('a rule that names its tool was read for no tool');
    return spec;
  }
}
