import type { AbsolutePath } from './absolute-path.ts';
import type { CommandLine } from './command-line.ts';

/** What a call acts on. */
export type Subject =
  /** A command made only of plain words: its text is its only unit. */
  | { readonly kind: 'plain-command'; readonly text: string }
  /** A parsed command line; `line.problems` says whether the analysis is reliable. */
  | { readonly kind: 'command-line'; readonly line: CommandLine }
  | ({ readonly kind: 'path' } & ResolvedPath)
  | { readonly kind: 'url'; readonly url: DescribedUrl }
  /** No first argument: the tool has none, or it is missing or isn't text. */
  | { readonly kind: 'none' };

/** A file: as written (made absolute) and with symlinks resolved. */
export type ResolvedPath = {
  readonly written: AbsolutePath;
  readonly real: AbsolutePath;
  /** Where `a/../b` leads if `a` is a symlink that is followed first, if that is elsewhere: programs differ in this. */
  readonly opened?: AbsolutePath;
};

export type DescribedUrl = {
  /** As the model wrote it. */
  readonly written: string;
  /** WHATWG normal form without userinfo; null if the text isn't a URL. */
  readonly normal: string | null;
  readonly hasUserinfo: boolean;
};
