export { claudeCode } from '../hosts/claude-code/adapter.ts';
export type { OfferedRule, OfferedScope } from '../hosts/claude-code/offered-rules.ts';
export { OFFERED_SCOPES, offeredRules, offeredRulesFile } from '../hosts/claude-code/offered-rules.ts';
export type { HostRuleFiles } from '../hosts/host.ts';
export type { HostAnswer } from '../hosts/host-adapter.ts';
export { fieldOf } from '../hosts/protocol/payload.ts';
export type {
  CompiledSandbox,
  FoundSandbox,
  HostSandbox,
  HostSandboxPlan,
  LostPart,
  SandboxScope,
} from '../hosts/sandbox/host-sandbox.ts';
export { SANDBOX_SCOPES } from '../hosts/sandbox/host-sandbox.ts';
export { hookCommand, hookWords } from '../hosts/setup/hook-command.ts';
export type {
  AlteredField,
  HookProgram,
  HostSetup,
  InstallPlaces,
  InstallScope,
  OffSwitch,
} from '../hosts/setup/host-setup.ts';
export { INSTALL_SCOPES } from '../hosts/setup/host-setup.ts';
