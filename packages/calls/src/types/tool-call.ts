import type { AbsolutePath } from './absolute-path.ts';
import type { PathSegments } from './glob.ts';
import type { Subject } from './subject.ts';

/** The kind of a tool's effect, by which the modes decide. */
export type Access = 'read' | 'edit' | 'execute' | 'network' | 'internal' | 'unknown';

/** The shell that runs a command; decides how much of its text can be understood. */
export type Shell = 'bash' | 'sh' | 'dash' | 'zsh' | 'other';

/** Where a call is made, as far as the host knows. */
export type CallContext = {
  readonly workspace: AbsolutePath;
  /**
   * Directories that the operator has added to the workspace for this session. acceptEdits covers edits there. Relative patterns
   * of denies and asks are tried there too, those of allows only in the workspace.
   */
  readonly addedDirectories?: readonly AbsolutePath[];
  /** Relative paths resolve against it; default: the workspace. */
  readonly cwd?: AbsolutePath;
  readonly home?: AbsolutePath;
  /** The path with every symlink resolved, up to its nearest existing ancestor. Absent: symlinks aren't resolved. */
  readonly realPath?: (path: AbsolutePath) => AbsolutePath;
  /**
   * The file system is case-insensitive, for rules that are made from this call; the rule book has its own setting (`foldPaths`).
   */
  readonly foldsCase?: boolean;
  /** Whether a directory is, or is inside, another repository than the workspace's. Absent: not known. */
  readonly holdsRepository?: (directory: AbsolutePath) => boolean;
  readonly shell?: Shell;
  /** Names of exported variables: assigning to one of them changes what child processes see. */
  readonly exportedNames?: NameSet;
};

/** The part of a set's interface that is used. */
export type NameSet = Pick<ReadonlySet<string>, 'has'>;

/** Who made the call, for the log. Rules don't use it. */
export type Origin = {
  /** The agent or program the call comes from, as the log names it. */
  readonly host?: string;
  readonly sessionId?: string;
  readonly turn?: number;
  readonly toolUseId?: string;
  readonly agent?: string;
  /** The tool's original name, if rules have to spell it differently. */
  readonly ownName?: string;
  /** The operator typed it: it is their own action, and only a deny stops it. */
  readonly typed?: true;
};

/** A glob over paths, relative to `/`. */
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
  /** The places where the tool finds files by globs of its input, if these files aren't judged one by one. */
  readonly reach?: readonly Reach[];
  readonly access: Access;
  readonly context: CallContext;
  readonly origin: Origin;
};
