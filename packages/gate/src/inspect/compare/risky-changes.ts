import { TOOL_PROFILES } from '@caliban/calls';
import { HARMLESS_BUILTINS } from '@caliban/calls/programs';
import { MOVERS } from '../../judge/free-move.ts';
import { formatPattern } from '../../pattern/format-pattern.ts';
import type { Layer, Rule } from '../../types/rule.ts';
import type { KnownRoots } from '../containment/contains-path.ts';
import { isAnyCall, type Reach, type Shape, shapeOf } from '../rule-shape.ts';
import { type AlignedRule, alignRules } from './align-rules.ts';
import { type CoverageContext, coverage } from './coverage.ts';
import { mayOverlap } from './overlap.ts';

/** An added or removed rule that can't be shown to let nothing new through. */
export type RiskyChange = { readonly rule: Rule; readonly is: 'added' | 'removed' };

export type RiskOptions = {
  readonly roots?: KnownRoots;
  /** Layers whose denies override every other layer, before the change. */
  readonly enforcedLayers?: readonly Layer[];
  readonly seesThroughWrappers?: boolean;
  /** No rule decides below these, so calls of a removed deny or ask have to be stopped by another one. */
  readonly isOpenBelow?: boolean;
};

/**
 * Which changes of a list might let a call through. The list is changed in two steps: first all rules are added, then the others
 * are removed. An added deny or ask and a removed allow only tighten. The other changes are safe if
 *
 *   an added allow     is never reached, or is contained in an allow further down without a deny or ask between that may overlap;
 *   a removed deny or ask   was never reached, or is contained in another one without an allow between that may overlap, or no
 *                      allow below may overlap.
 *
 * A line that can't be read in full is only allowed if no deny or ask for its tool is above the allow. So none of these changes
 * may remove the last such rule above an allow.
 */
export function riskyChanges(
  before: readonly Rule[],
  after: readonly Rule[],
  { roots = {}, enforcedLayers = [], seesThroughWrappers = false, isOpenBelow = false }: RiskOptions = {},
): readonly RiskyChange[] {
  const aligned = alignRules(before, after);
  if (aligned.every(({ is }) => is === 'kept')) return [];
  const world = { profiles: TOOL_PROFILES, roots };
  const all = aligned.map(({ rule }, position) => shapeOf(rule, position, world));
  const comparison = new Comparison(aligned, all, { enforcedLayers, seesThroughWrappers, isOpenBelow });
  return all.flatMap((shape, position): readonly RiskyChange[] => {
    const { rule, is } = aligned[position] as AlignedRule;
    if (is === 'added' && rule.action === 'allow') return comparison.allowIsSafe(shape) ? [] : [{ rule, is }];
    if (is === 'removed' && rule.action !== 'allow') return comparison.removalIsSafe(shape) ? [] : [{ rule, is }];
    return [];
  });
}

const EFFORT = 8_000_000;

type ComparisonOptions = Required<Omit<RiskOptions, 'roots'>>;

class Comparison {
  readonly #aligned: readonly AlignedRule[];
  readonly #all: readonly Shape[];
  readonly #options: ComparisonOptions;
  readonly #context: CoverageContext;

  constructor(aligned: readonly AlignedRule[], all: readonly Shape[], options: ComparisonOptions) {
    this.#aligned = aligned;
    this.#all = all;
    this.#options = options;
    const firstOn = (isMeant: (shape: Shape, tool: string) => boolean) => (tool: string) =>
      all.find((shape) => shape.specOn(tool) !== null && isMeant(shape, tool))?.position ?? Number.POSITIVE_INFINITY;
    this.#context = {
      effort: { left: EFFORT },
      unionEffort: { left: 0 },
      firstStrictOn: firstOn(isStrict),
      firstFieldAllowOn: firstOn(
        ({ rule, specOn }, tool) => rule.action === 'allow' && (specOn(tool)?.fields.length ?? 0) > 0,
      ),
    };
  }

  allowIsSafe(allow: Shape): boolean {
    const { position } = allow;
    if (this.#all.slice(0, position).some((earlier) => this.#covers(earlier, allow))) return true;
    return this.#all
      .slice(position + 1)
      .some(
        (later) =>
          this.#isKept(later) &&
          later.rule.action === 'allow' &&
          this.#covers(later, allow) &&
          this.#nothingStrictBetween(allow, later),
      );
  }

  removalIsSafe(strict: Shape): boolean {
    const { position, rule } = strict;
    const isLocked = this.#options.enforcedLayers.includes(rule.source.layer);
    const others = this.#all.filter((shape) => this.#stays(shape) && shape !== strict);
    const stands = others.some((other) => {
      // A lock applies the denies of one layer against all others.
      if (isLocked && (other.rule.source.layer !== rule.source.layer || other.rule.action !== rule.action))
        return false;
      if (!this.#covers(other, strict) || !this.#replaces(other, strict)) return false;
      return (
        other.position < position ||
        (isStrict(other) && this.#noAllowMeets(strict, { from: position, to: other.position }))
      );
    });
    return (
      stands ||
      (!isLocked &&
        !this.#options.isOpenBelow &&
        !mayBeHarmless(strict) &&
        this.#noAllowMeets(strict, { from: this.#bindsInside(strict) ? 0 : position, to: this.#all.length }))
    );
  }

  /** A rule for every call of a tool doesn't apply inside commands, and a built-in one doesn't stop calls that need no rule. */
  #replaces(other: Shape, strict: Shape): boolean {
    if (this.#bindsInside(strict) && other.reaches.some(({ spec }) => isAnyCall(spec))) return false;
    return other.rule.source.layer !== 'builtin' || !mayBeHarmless(strict);
  }

  #covers(one: Shape, other: Shape): boolean {
    // The same pattern and action is the same rule, wherever it is and whatever its text leaves open.
    const isSame =
      isStrict(one) === isStrict(other) && formatPattern(one.rule.pattern) === formatPattern(other.rule.pattern);
    return isSame || coverage(one, other, this.#context) === 'full';
  }

  /** No deny or ask between the two has stopped calls of the allow so far. */
  #nothingStrictBetween(allow: Shape, later: Shape): boolean {
    return this.#all
      .slice(allow.position + 1, later.position)
      .filter(isStrict)
      .every((strict) => !this.#mayMeet(allow, strict) && this.#hasOtherAbove(strict, allow, allow.position));
  }

  /** No allow between two positions is affected by the removal of `strict`. */
  #noAllowMeets(strict: Shape, { from, to }: { readonly from: number; readonly to: number }): boolean {
    return this.#all
      .slice(from, to)
      .filter((shape) => shape.rule.action === 'allow' && this.#stays(shape))
      .every((allow) => !this.#mayMeet(allow, strict) && this.#hasOtherAbove(strict, allow, allow.position));
  }

  /**
   * It also applies to what a command touches or runs in turn. There an allow of the command itself lifts nothing, even further
   * up.
   */
  #bindsInside({ reaches }: Shape): boolean {
    return this.#options.seesThroughWrappers || reaches.some(({ kind, spec }) => bindsCommands(kind, spec));
  }

  /** For every tool that both cover, another deny or ask is above `position`, before and after the change. */
  #hasOtherAbove(strict: Shape, allow: Shape, position: number): boolean {
    return allow.reaches.every(({ tool, kind }) => {
      if (kind !== 'command' || strict.specOn(tool) === null) return true;
      return this.#all
        .slice(0, position)
        .some((shape) => shape !== strict && this.#isKept(shape) && isStrict(shape) && shape.specOn(tool) !== null);
    });
  }

  #mayMeet(allow: Shape, strict: Shape): boolean {
    if (this.#context.effort.left <= 0) return true;
    if (allow.reaches.some(({ kind }) => kind === 'command')) {
      // A class contains commands in every spelling, and a deny or ask on a path or an address applies to commands.
      const reachesMore = strict.reaches.some(
        ({ kind, spec }) => kind !== 'command' || spec.argument?.kind === 'class',
      );
      if (reachesMore || this.#options.seesThroughWrappers) return true;
      return !(isPlain(allow) && isPlain(strict) && programOf(allow) !== programOf(strict));
    }
    if (strict.reaches.some(({ spec }) => spec.argument?.kind === 'class')) return true;
    // Searches are denied where reading is denied, so two tools may be about one file.
    const arePaths = [allow, strict].every(({ reaches }) => reaches.some(({ kind }) => kind === 'path'));
    const share = allow.reaches.some(({ tool }) => strict.specOn(tool) !== null);
    return (arePaths && !share) || mayOverlap(allow, strict, this.#context.effort);
  }

  #isKept({ position }: Shape): boolean {
    return this.#aligned[position]?.is === 'kept';
  }

  #stays({ position }: Shape): boolean {
    return this.#aligned[position]?.is !== 'removed';
  }
}

function bindsCommands(kind: Reach['kind'], { argument }: Reach['spec']): boolean {
  return kind !== 'command' || argument?.kind === 'class';
}

/** Some command that it matches may be one that runs without a rule, such as `cd src`. */
function mayBeHarmless(shape: Shape): boolean {
  if (shape.reaches.every(({ kind }) => kind !== 'command')) return false;
  const program = programOf(shape);
  return !isPlain(shape) || HARMLESS_BUILTINS.has(program) || MOVERS.has(program);
}

function isStrict({ rule }: Shape): boolean {
  return rule.action !== 'allow';
}

/** Every command that it matches begins with one program's name, and is one command without expansions. */
function isPlain({ reaches }: Shape): boolean {
  return reaches.every(
    ({ kind, spec: { argument } }) =>
      kind === 'command' && argument?.kind === 'text' && !argument.anywhere && PLAIN.test(argument.glob.text),
  );
}

const PLAIN = /^[\w.+-]+(?: [^|&;<>()`$"'\\{}\n]*)?$/;

function programOf({ reaches }: Shape): string {
  const [reach] = reaches;
  const argument = reach?.spec.argument;
  return argument?.kind === 'text' ? (argument.glob.text.split(' ')[0] as string) : '';
}
