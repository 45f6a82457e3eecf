import { realpathSync } from 'node:fs';
import { ok } from '@caliban/calls/types';
import { createRuleBook, type Layer, parsePattern, type Rule, type RuleBook } from '@caliban/gate';
import type { HostFallback } from '@caliban/gate/types';
import {
  type FileNotice,
  formatNotice,
  type LayerFiles,
  type LoadedPolicy,
  type Locations,
  loadRules,
  type PermissionSettings,
} from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';
import {
  choosePlace,
  chooseRules,
  isSamePattern,
  type MakePlan,
  type ReplacedTexts,
  rewrittenText,
} from '@caliban/storage/rules';
import { ConfigurationError, UsageError } from '../command-line/problems.ts';
import { bookOptions } from '../judging/judge-request.ts';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import { hostFallback } from '../policy/settings.ts';
import type { Terminal } from '../process/terminal.ts';
import { importPlan, readForeign, textOf } from '../rules/foreign-rules.ts';
import { changeError, targetOf } from '../rules/writing.ts';
import { textsAt } from './git-texts.ts';
import type { PlanRequest } from './plan-request.ts';

/** The policy on one side of the change. */
export type PlanSide = {
  readonly rules: readonly Rule[];
  readonly settings: PermissionSettings;
  readonly enforcedLayers: readonly Layer[];
  readonly seesThroughWrappers: boolean;
  readonly book: RuleBook;
  /** What happens to calls that no written rule decides, in a hook. */
  readonly fallback: HostFallback;
};

export type Sides = { readonly before: PlanSide; readonly after: PlanSide };

/** The files' texts on either side, where they differ from the current ones. */
type SideTexts = { readonly before: ReplacedTexts; readonly after: ReplacedTexts };

/** The policies before and after, in this workspace and in those of past calls. */
export class PlanSides {
  readonly #locations: Locations;
  readonly #texts: SideTexts;
  readonly #here: Sides;
  readonly #elsewhere = new Map<string, Sides>();
  /** Workspaces whose own files don't load; their calls are judged without these. */
  readonly unloadable: Set<string> = new Set<string>();

  private constructor(locations: Locations, texts: SideTexts, here: Sides) {
    this.#locations = locations;
    this.#texts = texts;
    this.#here = here;
    this.#elsewhere.set(locations.workspace, here);
  }

  static async of(request: PlanRequest, terminal: Terminal): Promise<PlanSides> {
    const { locations } = request;
    const texts = await sideTexts(request, terminal);
    const here = {
      before: await loadSide(locations, texts.before, labelOf(request)),
      after: await loadSide(locations, texts.after, 'after the change'),
    };
    return new PlanSides(locations, texts, here);
  }

  get here(): Sides {
    return this.#here;
  }

  /** The policies of a workspace are read once. */
  async at({ locations }: WorkspaceContext): Promise<Sides> {
    const known = this.#elsewhere.get(locations.workspace);
    if (known !== undefined) return known;
    if (this.#elsewhere.size > MAX_WORKSPACES) this.#elsewhere.clear();
    const sides = isSameDirectory(locations.workspace, this.#locations.workspace)
      ? this.#here
      : await this.#load(locations);
    this.#elsewhere.set(locations.workspace, sides);
    return sides;
  }

  async #load(locations: Locations): Promise<Sides> {
    try {
      return await this.#bothSides(locations);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.unloadable.add(locations.workspace);
      const shared = locations.layers.filter(({ layer }) => layer === 'managed' || layer === 'user');
      return await this.#bothSides({ ...locations, layers: shared });
    }
  }

  async #bothSides(locations: Locations): Promise<Sides> {
    return {
      before: await loadSide(locations, this.#texts.before, 'before the change'),
      after: await loadSide(locations, this.#texts.after, 'after the change'),
    };
  }
}

const MAX_WORKSPACES = 100;

function isSameDirectory(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

function labelOf({ source }: PlanRequest): string {
  return source.kind === 'commit' ? `at ${source.ref}` : 'before the change';
}

/** As if the user had accepted the project's rules: the plan is about their content. */
async function loadSide(locations: Locations, replaced: ReplacedTexts, label: string): Promise<PlanSide> {
  const { policy } = await loadRules(locations, { unanswered: 'use', replaced });
  if (!policy.ok)
    throw new ConfigurationError(policy.error.map((notice: FileNotice) => `${formatNotice(notice)} (${label})`));
  return sideOf(policy.value);
}

function sideOf({ rules, settings, enforcedLayers }: LoadedPolicy): PlanSide {
  const seesThroughWrappers = settings.seeThroughWrappers?.value === true;
  return {
    rules,
    settings,
    enforcedLayers,
    seesThroughWrappers,
    book: createRuleBook(rules, bookOptions({ enforcedLayers, seesThroughWrappers })),
    fallback: hostFallback(settings).value,
  };
}

async function sideTexts(request: PlanRequest, terminal: Terminal): Promise<SideTexts> {
  const { source, scope, locations } = request;
  const target = targetOf(locations, scope);
  const before =
    source.kind === 'commit'
      ? await textsAt(source.commit, { workspace: locations.workspace, layer: target })
      : new Map<string, string | null>();
  const after = new Map<string, string | null>();
  if (source.kind === 'draft') after.set(target.permissions, draftText(source.file));
  for (const plan of editPlans(request, terminal)) {
    const rewritten = await rewrittenText(target, plan, { replaced: after });
    if (!rewritten.ok) throw changeError(rewritten.error);
    after.set(target.permissions, rewritten.value.text);
  }
  return { before, after };
}

function draftText(file: string): string {
  const text = readTextFile(file);
  if (!text.ok) throw new ConfigurationError([formatNotice({ file, ...text.error })]);
  if (text.value === null) throw new UsageError(`${file}: there is no such file`);
  return text.value;
}

/** Removes rules first, then adds some, as the commands of those names do. */
function editPlans({ edits, scope, locations }: PlanRequest, terminal: Terminal): readonly MakePlan[] {
  const target: LayerFiles = targetOf(locations, scope);
  const { remove, imported, add, place } = edits;
  return [
    ...remove.map(
      (pattern): MakePlan =>
        (rules) => {
          const found = chooseRules(rules, { pattern });
          if (!found.ok) throw new UsageError(`--remove: ${target.permissions}: ${found.error}`);
          return ok({ edits: found.value.toReversed().map((at) => ({ kind: 'remove' as const, at })), index: 0 });
        },
    ),
    ...imported.map(({ file, format }): MakePlan => {
      const { rules: foreign } = readForeign(file, textOf(file), format, terminal);
      return (rules) => ok(importPlan(foreign, rules, { isNew: false }));
    }),
    ...add.map((rule): MakePlan => {
      return (rules) => {
        const parsed = parsePattern(rule.pattern);
        const isThere = ({ action, pattern }: Rule) =>
          parsed.ok && action === rule.action && isSamePattern(pattern, parsed.value);
        if (rules.some(isThere)) return ok({ edits: [], index: 0 });
        const at = choosePlace(rules, place);
        if (!at.ok) throw new UsageError(`--at: ${at.error}`);
        return ok({ edits: [{ kind: 'insert', at: at.value, rules: [rule] }], index: at.value });
      };
    }),
  ];
}
