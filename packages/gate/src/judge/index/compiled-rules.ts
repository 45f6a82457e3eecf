import { TOOL_PROFILES } from '../../describe/tool-profiles.ts';
import { specInText } from '../../pattern/parse-pattern.ts';
import { literalText } from '../../text/text-glob.ts';
import type { TextGlob } from '../../types/glob.ts';
import type { Rule } from '../../types/rule.ts';
import type { ToolProfiles } from '../../types/tool-profile.ts';
import type { RuleIndex, ToolRules } from '../rule-index.ts';
import { BoundedCache } from './bounded-cache.ts';
import { MOST_RULES } from './entry.ts';
import { LazyGroup } from './lazy-group.ts';
import { RuleColumns } from './rule-columns.ts';
import { ToolGlobs } from './tool-globs.ts';
import { ToolView } from './tool-view.ts';

export type CompileOptions = {
  /** The file system tells no case apart: paths are compared in lower case. */
  readonly foldPaths?: boolean;
  /** The profiles the patterns were parsed with. */
  readonly profiles?: ToolProfiles;
};

/** No longer name is remembered: it is the model that makes it up. */
const LONGEST_NAME = 256;

/** Rules packed into columns and sorted by tool. Added in order; `finish` before the first look-up. */
export class CompiledRules implements RuleIndex {
  readonly #profiles: ToolProfiles;
  readonly #foldPaths: boolean;
  readonly #columns: RuleColumns;
  readonly #byName = new Map<string, LazyGroup>();
  readonly #globs = new ToolGlobs();
  /** Numbered as `#globs` numbers them. */
  readonly #wildcards: LazyGroup[] = [];
  /** Tools with a profile or rules of their own: there are only so many. */
  readonly #known = new Map<string, ToolView>();
  /** All others; the model makes up names. */
  readonly #unknown = new BoundedCache<string, ToolView>(256);
  readonly #byGlobsMatched = new BoundedCache<string, ToolView>(256);

  constructor({ foldPaths = false, profiles = TOOL_PROFILES }: CompileOptions) {
    this.#profiles = profiles;
    this.#foldPaths = foldPaths;
    this.#columns = new RuleColumns(profiles);
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
    for (const tool of rule.pattern.tool.alternatives) {
      const name = literalText(tool);
      (name === null ? this.#groupOfGlob(tool) : this.#groupOfName(name)).add(position);
    }
  }

  finish(): void {
    this.#columns.finish();
    this.#globs.finish();
  }

  /** A tool called for the first time. */
  #meet(name: string): ToolView {
    const profile = this.#profiles.get(name);
    const own = this.#byName.get(name);
    const matching = this.#globs.matching(name);
    const view = () => {
      const groups = [own, ...matching.map((number) => this.#wildcards[number])];
      return new ToolView(
        groups.filter((group) => group !== undefined).map((group) => group.forTool(name, profile)),
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

  #groupOfName(name: string): LazyGroup {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const group = this.#newGroup();
    this.#byName.set(name, group);
    return group;
  }

  #groupOfGlob(tool: TextGlob): LazyGroup {
    const number = this.#globs.number(tool);
    this.#wildcards[number] ??= this.#newGroup();
    return this.#wildcards[number];
  }

  #newGroup(): LazyGroup {
    return new LazyGroup({
      columns: this.#columns,
      specForTool: (position, name) => specInText(this.#columns.patternText(position), name, this.#profiles),
      foldPaths: this.#foldPaths,
    });
  }
}
