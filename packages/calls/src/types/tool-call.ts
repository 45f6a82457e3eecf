import type { AbsolutePath } from './absolute-path.ts';
import type { PathSegments } from './glob.ts';
import type { Subject } from './subject.ts';

/** What kind of effect a tool has; the modes decide by it. */
export type Access = 'read' | 'edit' | 'execute' | 'network' | 'internal' | 'unknown';

/** Which shell runs a command; decides how much of its text can be understood. */
export type Shell = 'bash' | 'sh' | 'dash' | 'zsh' | 'other';

/** Where a call is made, as far as the host knows. */
export type CallContext = {
  readonly workspace: AbsolutePath;
  /**
   * Directories that the operator has put beside the workspace for this session. acceptEdits covers edits there. Relative patterns of denies
   * and asks are tried there too, those of allows only in the workspace.
   */
  readonly addedDirectories?: readonly AbsolutePath[];
  /** Relative paths resolve against it; the workspace where the host gives none. */
  readonly cwd?: AbsolutePath;
  readonly home?: AbsolutePath;
  /** The path with every link resolved, up to its nearest existing ancestor. Absent: links are not looked at. */
  readonly realPath?: (path: AbsolutePath) => AbsolutePath;
  /** The file system tells no case apart, for rules that are made of this call; the rule book knows by itself (`foldPaths`). */
  readonly foldsCase?: boolean;
  /** Whether a directory is, or lies in, another repository than the workspace's. Absent: not known. */
  readonly holdsRepository?: (directory: AbsolutePath) => boolean;
  readonly shell?: Shell;
  /** Names of exported variables: assigning to one of them changes what child processes see. */
  readonly exportedNames?: NameSet;
};

/** As little of a set as is asked of it. */
export type NameSet = Pick<ReadonlySet<string>, 'has'>;

/** Who made the call; carried into the log. No rule looks at it. */
export type Origin = {
  /** The agent or program the call comes from, as the log names it. */
  readonly host?: string;
  readonly sessionId?: string;
  readonly turn?: number;
  readonly toolUseId?: string;
  readonly agent?: string;
  /** What the tool is called where it comes from, where rules have to spell it otherwise. */
  readonly ownName?: string;
  /** The operator typed it: it is their own doing, and only a deny stops it. */
  readonly typed?: true;
};

/** A glob over paths, counted from `/`. */
export type Reach = {
  readonly segments: PathSegments;
  /** How many segments only say where the search starts. The rest is what the model asked for. */
  readonly start: number;
};

/** What the model wants to do, described and frozen. */
export type ToolCall = {
  readonly tool: string;
  /** As the model sent it, after JSON parsing; any shape. */
  readonly input: unknown;
  readonly subject: Subject;
  /** Where the tool finds files by globs of its input, and no one judges these files one by one. */
  readonly reach?: readonly Reach[];
  readonly access: Access;
  readonly context: CallContext;
  readonly origin: Origin;
};
