export type { PackedPolicy, PackOptions } from '../packed/packed-policy.ts';
export { openPackedPolicy } from '../packed/packed-policy.ts';
export { lookAtSources, policyJustRead } from '../packed/policy-just-read.ts';
