export type { ClassName } from '../types/class-name.ts';
export { CLASS_NAMES } from '../types/class-name.ts';
export type { Assignment, Directories, OperatorSet, Redirect, Unit, Word } from '../types/command-line.ts';
export type {
  GlobSegment,
  PathAnchor,
  PathGlob,
  PathSegment,
  PathSegments,
  PathToken,
  TextGlob,
  UrlGlob,
} from '../types/glob.ts';
export { GLOBSTAR } from '../types/glob.ts';
export { isRecord } from '../types/json.ts';
export { fail, ok } from '../types/result.ts';
export type { DescribedUrl, ResolvedPath, Subject } from '../types/subject.ts';
export type { NameSet, Reach, Shell } from '../types/tool-call.ts';
export type { ArgumentKind } from '../types/tool-profile.ts';
