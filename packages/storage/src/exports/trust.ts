export { firstTime } from '../trust/first-time.ts';
export { forgetTrust, wasTrusted } from '../trust/project-trust.ts';
export { trustSources } from '../trust/trust-place.ts';
export type { Unaccepted } from '../trust/unaccepted.ts';
