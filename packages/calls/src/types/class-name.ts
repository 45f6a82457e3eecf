/** Every class a rule can name as `@name`, in the order in which they are listed. */
export const CLASS_NAMES = [
  'read-only',
  'secrets',
  'recursive-deletion',
  'privilege-escalation',
  'download-into-interpreter',
  'unseen-code',
  'exfiltration',
  'system-damage',
  'history-rewrite',
  'device-write',
  'persistence',
  'account-change',
  'security-tampering',
  'reconnaissance',
  'plain-http',
  'publish',
  'infrastructure',
  'package-install',
  'network',
  'dangerous',
] as const;

export type ClassName = (typeof CLASS_NAMES)[number];
