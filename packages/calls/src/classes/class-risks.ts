import type { ClassName } from './class-names.ts';

/** How much harm a call of the class may do: red, yellow, or none. */
export type RiskLevel = 'danger' | 'caution' | 'calm';

export type ClassRisk = {
  readonly level: RiskLevel /** As in "this call …": a few words for the head of a question. */;
  readonly does: string;
};

/** Worst first; the order in which a question names them. Null: not worth naming beside the others. */
export const CLASS_RISKS: Readonly<Record<ClassName, ClassRisk | null>> = {
  'download-into-interpreter': { level: 'danger', does: 'runs what a server sends' },
  'device-write': { level: 'danger', does: 'writes to a raw disk' },
  'system-damage': { level: 'danger', does: 'may break the machine' },
  'privilege-escalation': { level: 'danger', does: "runs with another user's rights" },
  'recursive-deletion': { level: 'danger', does: 'deletes directories recursively' },
  exfiltration: { level: 'danger', does: 'sends files or output to another machine' },
  'security-tampering': { level: 'danger', does: 'turns off or clears protection or logs' },
  secrets: { level: 'danger', does: 'touches passwords, keys or tokens' },
  persistence: { level: 'danger', does: 'leaves something that runs later' },
  'account-change': { level: 'danger', does: 'changes accounts or what they may do' },
  'history-rewrite': { level: 'danger', does: 'rewrites or drops git history' },
  'unseen-code': { level: 'danger', does: "runs code that isn't in the command" },
  infrastructure: { level: 'danger', does: 'changes running systems' },
  publish: { level: 'danger', does: 'publishes for others' },
  reconnaissance: { level: 'caution', does: 'looks at accounts, logs or the network of the machine' },
  'package-install': { level: 'caution', does: "installs packages, and with them other people's code" },
  'plain-http': { level: 'caution', does: 'fetches over http, without encryption' },
  network: { level: 'caution', does: 'talks to the network' },
  'read-only': { level: 'calm', does: 'only reads' },
  dangerous: null,
};
