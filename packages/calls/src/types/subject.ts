import type { AbsolutePath } from './absolute-path.ts';
import type { CommandLine } from './command-line.ts';

/** What a call acts on. */
export type Subject =
  /** A command made only of plain words: its text is its one unit. */
  | { readonly kind: 'plain-command'; readonly text: string }
  /** A command line taken apart; `line.problems` says whether the analysis can be vouched for. */
  | { readonly kind: 'command-line'; readonly line: CommandLine }
  | ({ readonly kind: 'path' } & ResolvedPath)
  | { readonly kind: 'url'; readonly url: DescribedUrl }
  /** No first argument: the tool has none, or it is missing or not text. */
  | { readonly kind: 'none' };

/** A file: as written (made absolute) and with links resolved. */
export type ResolvedPath = {
  readonly written: AbsolutePath;
  readonly real: AbsolutePath;
  /** Where `a/../b` leads if `a` is a link that is followed first, when that is elsewhere: programs differ in the way they take. */
  readonly opened?: AbsolutePath;
};

export type DescribedUrl = {
  /** As the model wrote it. */
  readonly written: string;
  /** WHATWG normal form without userinfo; null when the text is no url. */
  readonly normal: string | null;
  readonly hasUserinfo: boolean;
};
