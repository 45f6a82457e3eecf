import { commandGlobs } from '../../pattern/command-globs.ts';
import { foldPathGlob } from '../../text/fold-path-glob.ts';
import { matchesSegments } from '../../text/path-glob.ts';
import { matchesText } from '../../text/text-glob.ts';
import { matchesUrl } from '../../text/url-glob.ts';
import type { PathGlob, TextGlob, UrlGlob } from '../../types/glob.ts';
import type { ArgumentGlob, FieldGlob, Spec } from '../../types/pattern.ts';
import type { Action } from '../../types/rule.ts';
import { matchesFields } from '../match-fields.ts';

/** A rule unpacked and ready to be tried on a text. */
export type ReadyRule = {
  readonly argument: ReadyArgument | null;
  readonly fields: readonly FieldGlob[];
  readonly action: Action;
};

export type ReadyArgument =
  /** One of these matches; `~` is spelled out. */
  | { readonly kind: 'text'; readonly globs: readonly TextGlob[] }
  /** In lower case on a file system that tells none apart. */
  | { readonly kind: 'path'; readonly glob: PathGlob }
  | { readonly kind: 'url'; readonly glob: UrlGlob }
  /** No text tells. */
  | { readonly kind: 'class' };

export function readyRule({ argument, fields }: Spec, action: Action, foldPaths: boolean): ReadyRule {
  return { argument: argument === null ? null : readyArgument(argument, foldPaths), fields, action };
}

function readyArgument(argument: ArgumentGlob, foldPaths: boolean): ReadyArgument {
  switch (argument.kind) {
    case 'text':
      return { kind: 'text', globs: commandGlobs(argument) };
    case 'path':
      return foldPaths ? { kind: 'path', glob: foldPathGlob(argument.glob) } : argument;
    case 'url':
    case 'class':
      return argument;
  }
}

/** `text`: the command, the url, or the path below the rule's anchor; nothing where the rule asks for fields alone. */
export function readyRuleMatches({ argument, fields, action }: ReadyRule, text: string, input: unknown): boolean {
  return (argument === null || argumentMatches(argument, text)) && matchesFields(fields, input, action);
}

function argumentMatches(argument: ReadyArgument, text: string): boolean {
  switch (argument.kind) {
    case 'text':
      return argument.globs.some((glob) => matchesText(glob, text));
    case 'path':
      return argument.glob.alternatives.some((segments) => matchesSegments(segments, text));
    case 'url':
      return matchesUrl(argument.glob, text);
    case 'class':
      return false;
  }
}
