import type { AbsolutePath } from './absolute-path.ts';
import type { PathSegments } from './glob.ts';
import type { Subject } from './subject.ts';

/** What kind of effect a tool has; the modes decide by it. */
export type Access = 'read' | 'edit' | 'execute' | 'network' | 'internal' | 'unknown';

/** Which shell runs a command; decides how much of its text can be understood. */
export type Shell = 'bash' | 'sh' | 'dash' | 'zsh' | 'other';

/** The world a call is made in, as the host knows it. */
export type Surroundings = {
  readonly workspace: AbsolutePath;
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

/** Who made the call; carried into the log, never judged. */
export type Origin = {
  /** The agent or program the call comes from, as the log names it. */
  readonly host?: string;
  readonly sessionId?: string;
  readonly turn?: number;
  readonly toolUseId?: string;
  readonly agent?: string;
  /** What the tool is called where it comes from, where rules have to spell it otherwise. */
  readonly ownName?: string;
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
  readonly surroundings: Surroundings;
  readonly origin: Origin;
};
