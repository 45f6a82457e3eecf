import { TOOL_PROFILES, type ToolProfiles } from '@caliban/calls';
import type { Rule } from '../../types/rule.ts';
import type { RuleIndex, ToolRules } from '../rule-index.ts';
import type { IndexParts, RuleGroupData } from './index-parts.ts';
import { BoundedCache } from './matchers.ts';
import { RuleGroup } from './rule-group.ts';
import { RuleTexts } from './rule-texts.ts';
import { ToolGlobs } from './tool-globs.ts';
import { ToolView } from './tool-view.ts';

/** Longer names aren't cached: the model invents them. */
const MAX_NAME_LENGTH = 256;

/** The index by which every call is judged, wherever its parts come from. */
export class IndexedRules implements RuleIndex {
  readonly #parts: IndexParts;
  readonly #texts: RuleTexts;
  readonly #globs: ToolGlobs;
  /** By the number of the glob, and the tool if it has a profile. */
  readonly #underGlob = new Map<string, RuleGroup>();
  /** Tools with a profile or their own rules: their number is limited. */
  readonly #known = new Map<string, ToolView>();
  /** All others; the model invents names. */
  readonly #unknown = new BoundedCache<string, ToolView>(256);
  readonly #byGlobsMatched = new BoundedCache<string, ToolView>(256);

  constructor(parts: IndexParts, profiles: ToolProfiles = TOOL_PROFILES) {
    this.#parts = parts;
    this.#texts = new RuleTexts(parts, profiles);
    this.#globs = new ToolGlobs(parts.toolGlobs);
  }

  get size(): number {
    return this.#parts.size;
  }

  rule(position: number): Rule {
    return this.#texts.rule(position);
  }

  forTool(name: string): ToolRules {
    return this.#known.get(name) ?? this.#unknown.get(name) ?? this.#meet(name);
  }

  /** A tool called for the first time. */
  #meet(name: string): ToolView {
    const hasProfile = this.#texts.profiles.has(name);
    const named = this.#parts.named(name);
    const matching = this.#globs.matching(name);
    if (hasProfile || named !== null) {
      const groups = matching.map((glob) => this.#groupUnderGlob(glob, hasProfile ? name : null));
      const known = this.#view(named === null ? groups : [this.#group(named, name), ...groups]);
      this.#known.set(name, known);
      return known;
    }
    const key = matching.join();
    const shared =
      this.#byGlobsMatched.get(key) ?? this.#view(matching.map((glob) => this.#groupUnderGlob(glob, null)));
    this.#byGlobsMatched.set(key, shared);
    if (name.length <= MAX_NAME_LENGTH) this.#unknown.set(name, shared);
    return shared;
  }

  #groupUnderGlob(glob: number, tool: string | null): RuleGroup {
    const key = `${glob} ${tool ?? ''}`;
    // Rules apply equally to all tools without a profile, so the glob can be their name.
    const group =
      this.#underGlob.get(key) ??
      this.#group(this.#parts.underGlob(glob, tool), tool ?? (this.#parts.toolGlobs.globs[glob] as string));
    this.#underGlob.set(key, group);
    return group;
  }

  #group(data: RuleGroupData, tool: string): RuleGroup {
    return new RuleGroup(data, tool, { texts: this.#texts, foldPaths: this.#parts.foldPaths });
  }

  #view(groups: readonly RuleGroup[]): ToolView {
    return new ToolView(groups, this.#parts.foldPaths);
  }
}
