import { TOOL_PROFILES, type ToolProfiles } from '@caliban/calls';
import { literalText } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { allowsOnlyConfined, type Rule } from '../../types/rule.ts';
import type { IndexParts, RuleChunk, RuleGroupData, ToolGlobsData } from './index-parts.ts';
import { MAX_RULES } from './index-parts.ts';
import { RuleGroupBuilder } from './rule-group-builder.ts';
import { RuleChunkBuilder, RuleTexts } from './rule-texts.ts';
import { toolGlobsData } from './tool-globs.ts';
import { IntegerList } from './typed-arrays.ts';

export type CompileOptions = {
  /** The file system is case-insensitive: paths are compared in lower case. */
  readonly foldPaths?: boolean;
  /** The profiles the patterns were parsed with. */
  readonly profiles?: ToolProfiles;
  /** Commands can be confined, so rules that allow only that apply. */
  readonly confines?: boolean | undefined;
};

/**
 * An index in memory. Rules are sorted by tool at once; a group is built when its tool is first called, since most sessions call
 * few of the tools in the rules.
 */
export class BuiltParts implements IndexParts {
  readonly size: number;
  readonly foldPaths: boolean;
  readonly profiles: ToolProfiles;
  readonly toolGlobs: ToolGlobsData;
  readonly #chunks: readonly RuleChunk[];
  readonly #texts: RuleTexts;
  readonly #byName = new Map<string, IntegerList>();
  readonly #byGlob = new Map<string, IntegerList>();
  readonly #built = new Map<string, RuleGroupData>();

  /** `rules` in the order in which they are tried. Rule objects aren't kept. */
  constructor(
    rules: Iterable<Rule>,
    { foldPaths = false, profiles = TOOL_PROFILES, confines = false }: CompileOptions = {},
  ) {
    this.foldPaths = foldPaths;
    this.profiles = profiles;
    const chunks = new RuleChunkBuilder();
    const globs = new Map<string, TextGlob>();
    for (const rule of rules) {
      const position = chunks.size;
      if (position === MAX_RULES) throw new RangeError(`more than ${MAX_RULES} rules`);
      chunks.add(rule);
      // It keeps its position, but never matches.
      if (!confines && allowsOnlyConfined(rule)) continue;
      for (const tool of rule.pattern.tool.alternatives) {
        const name = literalText(tool);
        if (name === null) globs.set(tool.text, tool);
        positionsIn(name === null ? this.#byGlob : this.#byName, name ?? tool.text).push(position);
      }
    }
    this.size = chunks.size;
    this.#chunks = chunks.finish();
    this.#texts = new RuleTexts(this, profiles);
    this.toolGlobs = toolGlobsData([...globs.values()]);
  }

  /** The tools that rules name. */
  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  chunk(number: number): RuleChunk {
    return this.#chunks[number] as RuleChunk;
  }

  named(tool: string): RuleGroupData | null {
    const positions = this.#byName.get(tool);
    return positions === undefined ? null : this.#group(`named ${tool}`, positions, tool);
  }

  underGlob(glob: number, tool: string | null): RuleGroupData {
    const text = this.toolGlobs.globs[glob] as string;
    const key = tool === null ? `glob ${glob}` : `glob ${glob} ${tool}`;
    // All tools without a profile share one group.
    return this.#group(key, this.#byGlob.get(text) as IntegerList, tool ?? text);
  }

  #group(key: string, positions: IntegerList, tool: string): RuleGroupData {
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const builder = new RuleGroupBuilder(this.foldPaths);
    for (const position of positions.view()) {
      const spec = this.#texts.spec(position, tool);
      if (spec !== null) builder.add(spec, this.#texts.action(position), position);
    }
    const group = builder.finish();
    this.#built.set(key, group);
    return group;
  }
}

function positionsIn(lists: Map<string, IntegerList>, key: string): IntegerList {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list = new IntegerList();
  lists.set(key, list);
  return list;
}
