import {
  type AndOr,
  type ArithmeticCommand,
  type ArithmeticCommandExpansion,
  type ArithmeticExpansionPart,
  type ArithmeticExpression,
  type Assignment,
  type Case,
  type Command,
  type CommandExpansionPart,
  type CommandNode,
  type CompoundList,
  type For,
  type Function as FunctionNode,
  type HereDoc,
  type If,
  type ParameterExpansionPart,
  type ParameterOperation,
  type ParsedScript,
  type Pipeline,
  type ProcessSubstitutionPart,
  parse,
  type Redirect,
  type RedirectDescriptor,
  type Redirection,
  type Select,
  type Statement,
  type TestExpression,
  type Word,
  type WordPart,
} from 'unbash';
import { MAX_LOOKS, UNMETERED } from './limits.ts';
import { meteredText } from './metered-text.ts';

/**
 * The grammar's nodes, for the walkers beside this file. Each walker switches over every type and reports an unknown node, so
 * that a new type of node is a compile error, and a problem at run time.
 */
export type {
  AndOr,
  ArithmeticCommand,
  ArithmeticExpression,
  Assignment as AssignmentNode,
  Case,
  Command,
  CommandNode,
  CompoundList,
  For,
  FunctionNode,
  HereDoc,
  If,
  ParameterExpansionPart,
  ParameterOperation,
  ParsedScript,
  Pipeline,
  Redirect as RedirectNode,
  RedirectDescriptor,
  Redirection,
  Select,
  Statement,
  TestExpression,
  Word,
  WordPart,
};

/** A part whose commands are parsed on first access. */
export type Substitution = CommandExpansionPart | ProcessSubstitutionPart | ArithmeticCommandExpansion;

export type ArithmeticExpansion = ArithmeticExpansionPart;

/** Each nested script has its own errors, and parts are parsed on access: only a full walk shows whether a text is valid. */
export function parseCommandLine(source: string): ParsedScript {
  return parse(source.length <= UNMETERED ? source : meteredText(source, MAX_LOOKS));
}
