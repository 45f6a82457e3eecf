import { describeCall } from '@caliban/calls';
import { formatPattern, type Rule } from '@caliban/gate';
import { type ExampleCall, type KnownRoots, type RiskyChange, riskyChanges, witnessCalls } from '@caliban/gate/inspect';
import { brakeWitnesses } from '@caliban/gate/learn';
import { callArgument } from '@caliban/storage/audit';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import { loosenedSettings } from './loosened-settings.ts';
import type { PlanSide, Sides } from './plan-sides.ts';
import { changeOf, type Opening, textsOf } from './replay-plan.ts';

/** A made-up call that is newly let through, as judging it has shown. */
export type Witness = {
  readonly tool: string;
  readonly call: string;
  readonly opening: Opening;
  readonly before: string;
  readonly after: string;
};

/** The effect of the rules on calls that no one has made yet. */
export type NewAccess = {
  readonly found: readonly (Witness & { readonly change: RiskyChange | null })[];
  /** Changes that couldn't be shown to let nothing through, without a known call that they do. */
  readonly undecided: readonly string[];
};

/** What a change may let through: every risky change with a call that proves it, or as undecided. */
export function newAccess(sides: Sides, world: WorkspaceContext): NewAccess {
  const { before, after } = sides;
  const roots = { workspace: world.context.workspace, home: world.context.home };
  const { undecided: settings, wrappers } = loosenedSettings(before, after);
  const risky = allRiskyChanges(sides, roots);
  if (risky.length === 0 && settings.length === 0 && !wrappers) return { found: [], undecided: [] };

  const search = new WitnessSearch(sides, world, roots);
  const found: (Witness & { readonly change: RiskyChange | null })[] = [];
  const undecided = [...settings];
  for (const change of risky.slice(0, MAX_SEARCHED)) {
    const witness = search.witnessOf(change);
    if (witness !== null) found.push({ change, ...witness });
    else undecided.push(undecidedText(change));
  }
  if (risky.length > MAX_SEARCHED) undecided.push(`${risky.length - MAX_SEARCHED} more changes were not looked at`);
  if (wrappers) {
    const witness = search.wrapped();
    if (witness !== null) found.push({ change: null, ...witness });
    else
      undecided.push('`see_through_wrappers` is no longer on, so denies and asks no longer apply to what wrappers run');
  }
  return { found, undecided };
}

/** A search is made for each of them. */
const MAX_SEARCHED = 300;

function undecidedText({ rule, is }: RiskyChange): string {
  return `${is} ${rule.action} \`${formatPattern(rule.pattern)}\``;
}

/** As hooks apply the rules, and as caliban's own sessions do. */
function allRiskyChanges({ before, after }: Sides, roots: KnownRoots): readonly RiskyChange[] {
  const options = { roots, enforcedLayers: before.enforcedLayers, seesThroughWrappers: before.seesThroughWrappers };
  const isOpenBelow = after.fallback === 'leave';
  const inHooks = isOpenBelow ? riskyChanges(written(before), written(after), { ...options, isOpenBelow }) : [];
  const inSessions = riskyChanges(before.rules, after.rules, options);
  const known = new Set(inHooks.map(changeKey));
  return [...inHooks, ...inSessions.filter((change) => !known.has(changeKey(change)))];
}

function changeKey({ rule: { pattern, action, source }, is }: RiskyChange): string {
  return JSON.stringify([is, action, source.layer, source.line, formatPattern(pattern)]);
}

function written({ rules }: PlanSide): readonly Rule[] {
  return rules.filter(({ source }) => source.layer !== 'builtin');
}

/** Judges calls that may be let through until one is. */
class WitnessSearch {
  readonly #sides: Sides;
  readonly #world: WorkspaceContext;
  readonly #roots: KnownRoots;
  #brake: readonly Witness[] | null = null;

  constructor(sides: Sides, world: WorkspaceContext, roots: KnownRoots) {
    this.#sides = sides;
    this.#world = world;
    this.#roots = roots;
  }

  /** Prefers an allowed call over one that is left to the agent. */
  witnessOf(change: RiskyChange): Witness | null {
    const { before, after } = this.#sides;
    const rules = [...before.rules, ...after.rules];
    return this.#firstOf(witnessCalls(change, rules, { roots: this.#roots })) ?? this.#dangerous(change);
  }

  /** A call inside a wrapper that a deny or ask stopped. */
  wrapped(): Witness | null {
    const strict = this.#sides.before.rules.filter(({ action }) => action !== 'allow');
    const roots = this.#roots;
    for (const rule of strict.slice(0, MAX_SEARCHED)) {
      const witness = this.#firstOf(witnessCalls({ rule, is: 'removed' }, [], { roots }));
      if (witness !== null) return witness;
    }
    return null;
  }

  #firstOf(calls: Iterable<ExampleCall>): Witness | null {
    let left: Witness | null = null;
    let count = 0;
    for (const { tool, input } of calls) {
      if (count++ >= MAX_JUDGED) break;
      const witness = this.#judged(tool, input);
      if (witness?.opening === 'allowed') return witness;
      left ??= witness;
    }
    return left;
  }

  /** A well-known dangerous call that this rule now allows. */
  #dangerous({ rule, is }: RiskyChange): Witness | null {
    if (is === 'removed') return null;
    const { context } = this.#world;
    this.#brake ??= brakeWitnesses(context).flatMap(({ call }) => this.#judged(call.tool, call.input) ?? []);
    const named = `rule \`${formatPattern(rule.pattern)}\` `;
    return this.#brake.find(({ after }) => after.includes(named)) ?? null;
  }

  #judged(tool: string, input: unknown): Witness | null {
    const { context } = this.#world;
    const call = describeCall({ tool, input, context });
    const change = changeOf([{ call, world: this.#world }], [this.#sides]);
    if (change.opening === null) return null;
    return { tool, call: callArgument({ input }), opening: change.opening, ...textsOf(change) };
  }
}

const MAX_JUDGED = 3_000;
