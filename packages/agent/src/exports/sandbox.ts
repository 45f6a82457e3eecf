export type { Backend, Lack, OpenBackend } from '../sandbox/backend.ts';
export { bubblewrapBackend } from '../sandbox/bubblewrap-backend.ts';
export type { Launch, Launcher, LaunchOptions, Program, Violation } from '../sandbox/launch.ts';
export { realDisk } from '../sandbox/real-disk.ts';
export type { RuntimePlace } from '../sandbox/runtime-backend.ts';
export { runtimeBackend } from '../sandbox/runtime-backend.ts';
export type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts';
export { createSandbox } from '../sandbox/sandbox.ts';
