// The public names, listed one by one; anything else is internal. The other packages of this repository also use the subpaths in
// package.json, each defined in src/exports. packages/calls/README.md describes each name.

export type { CallClasses } from './classes/classes-of.ts';
export { classesOf } from './classes/classes-of.ts';
export type { UndescribedCall } from './describe/describe-call.ts';
export { describeCall } from './describe/describe-call.ts';
export { TOOL_PROFILES } from './describe/tool-profiles.ts';
export { analyseCommandLine } from './shell/analyse-command-line.ts';
export { absolutePath } from './text/path.ts';
export type { AbsolutePath } from './types/absolute-path.ts';
export type { CommandLine } from './types/command-line.ts';
export type { Result } from './types/result.ts';
export type { Access, CallContext, Origin, ToolCall } from './types/tool-call.ts';
export type { ToolProfile, ToolProfiles } from './types/tool-profile.ts';
