import type { ClassName, OperatorSet, PathAnchor } from '@caliban/calls/types';
import type { Layer, Rule } from '../../types/rule.ts';
import type { ActionSet } from '../rule-index.ts';
import type { FirstByAction } from './first-by-action.ts';
import type { LiteralColumns } from './literals/literal-table.ts';
import type { NeedleIndexData } from './needles/needle-index.ts';

/**
 * An index in parts, each consisting only of numbers, texts and typed arrays. A session builds a part when it first needs it and
 * keeps it in memory. A pack stores all of them, and a hook reads the few that its call needs.
 */
export interface IndexParts {
  readonly size: number;
  /** The file system is case-insensitive: paths are compared in lower case. */
  readonly foldPaths: boolean;
  readonly toolGlobs: ToolGlobsData;
  /** The rules that name this tool; null if there are none. */
  named(tool: string): RuleGroupData | null;
  /** The rules under a glob over tool names, as they apply to this tool. Null: for any tool without a profile. */
  underGlob(glob: number, tool: string | null): RuleGroupData;
  /** `CHUNK` rules as written; the last chunk may have fewer. */
  chunk(number: number): RuleChunk;
}

/** The globs over tool names, numbered in order of appearance, and an index over their texts. */
export type ToolGlobsData = {
  readonly globs: readonly string[];
  readonly index: GlobIndexData;
  readonly table: LiteralColumns;
};

/** Rules with the same tool text, by their requirements. */
export type RuleGroupData = {
  /** The first rule for any call, and the first of all. */
  readonly any: FirstByAction;
  readonly all: FirstByAction;
  /** By what the argument is compared with: the command, the URL, or the path below an anchor. */
  readonly arguments: { readonly [LooksAt in 'text' | 'url' | PathAnchor]?: GlobIndexData };
  readonly fields: readonly FieldIndexData[];
  readonly classes: readonly (readonly [ClassName, FirstByAction])[];
  /** The operators in deny and ask rules for commands. */
  readonly strictOperators: OperatorSet;
  /** The positions of the rules for commands. */
  readonly textPositions: Int32Array;
  /** The literals of all indexes of the group. */
  readonly table: LiteralColumns;
};

/** Rules that only require input fields, indexed by one field. */
export type FieldIndexData = { readonly keys: readonly string[]; readonly index: GlobIndexData };

export type GlobIndexData = {
  /** The smallest position of all. */
  readonly smallest: number;
  /** Roots in the table of literals; -1 if empty. */
  readonly heads: number;
  readonly tails: number;
  /**
   * Bits for the first characters of texts that may match, each shifted by its code: texts with other first characters are
   * skipped.
   */
  readonly starts: number;
  readonly needles: NeedleIndexData | null;
  /** Without a literal: tried every time. */
  readonly others: readonly Entry[] | null;
};

export const CHUNK_BITS = 8;
export const CHUNK: number = 1 << CHUNK_BITS;

/** Rules in columns; rare properties by position, separately. */
export type RuleChunk = {
  readonly actions: Uint8Array;
  /** Line in the rule's file plus one; 0 for none. */
  readonly lines: Int32Array;
  /** Where each pattern ends in the text. */
  readonly ends: Int32Array;
  /** The patterns, one after the other. */
  readonly text: string;
  /** The first position from each layer and file; neighbours share them. */
  readonly origins: readonly (readonly [from: number, layer: Layer, file: string | null])[];
  readonly comments: TextsByPosition;
  readonly reasons: TextsByPosition;
  readonly expiries: TextsByPosition;
  /** The positions of rules that only allow confined runs. */
  readonly confined: readonly number[];
  /** Of rules that say who may allow. */
  readonly people: readonly (readonly [position: number, Pick<Rule, 'approvals' | 'selfApproval'>])[];
};

export type TextsByPosition = readonly (readonly [position: number, text: string])[];

/**
 * A rule in the index, packed into one integer: its position, whether it is a `~` rule, what a literal hit proves, and its
 * action. So lists of rules are plain typed arrays.
 */
export type Entry = number;

/** What is proven once an entry's literals have been found in the text. */
export type Proof = number;
/** The rule matches if the text ends there too. */
export const EXACT: Proof = 0 << 3;
/** The rule matches. */
export const SUFFICES: Proof = 1 << 3;
/** The rule matches if there is more text. */
export const LONGER: Proof = 2 << 3;
/** The rule matches if there is no slash between the literals. */
export const ONE_NAME: Proof = 3 << 3;
/** The rule matches if there are whole path segments, or nothing, between the literals. */
export const DIRECTORIES: Proof = 4 << 3;
/** Nothing is proven: the whole rule must be tried. */
export const VERIFY: Proof = 5 << 3;

/** A `~` rule. */
export const ANYWHERE: number = 1 << 6;

const PROOF_BITS = 7 << 3;
const POSITION_SHIFT = 7;

/** Positions must fit beside the other bits. */
export const MAX_RULES: number = 1 << (31 - POSITION_SHIFT);

export function packEntry(position: number, action: ActionSet, isAnywhere = false): Entry {
  return (position << POSITION_SHIFT) | (isAnywhere ? ANYWHERE : 0) | action;
}

export function withProof(entry: Entry, proof: Proof): Entry {
  return (entry & ~PROOF_BITS) | proof;
}

export function positionOf(entry: Entry): number {
  return entry >>> POSITION_SHIFT;
}

export function proofOf(entry: Entry): Proof {
  return entry & PROOF_BITS;
}
