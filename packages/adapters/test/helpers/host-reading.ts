import type { HostReply } from '../../src/hosts/host-adapter.ts';
import type { HostName } from '../../src/hosts/registry.ts';

/** What a host makes of a reply. `goes-on`: its own flow, with no word from us. `confused`: it goes on and calls us broken. */
export type Reading = 'allow' | 'ask' | 'deny' | 'goes-on' | 'confused';

/** How each host reads what a hook leaves behind, by its documentation or source. */
export const HOST_READINGS: Readonly<Record<HostName, (reply: HostReply, event: string) => Reading>> = {
  'claude-code': ({ stdout, stderr, exitCode }, event) => {
    // Both at once did not block in older versions.
    if (exitCode === 2) return stdout === '' && stderr !== '' ? 'deny' : 'confused';
    if (exitCode !== 0) return 'confused';
    if (stdout === '') return 'goes-on';
    return claudeShaped(stdout, event);
  },
  codex: ({ stdout, stderr, exitCode }, event) => {
    if (exitCode === 2) return stderr.trim() === '' ? 'confused' : 'deny';
    if (exitCode !== 0) return 'confused';
    if (stdout.trim() === '') return 'goes-on';
    const keys = Object.keys(parsed(stdout)?.hookSpecificOutput ?? {});
    const known = ['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'decision'];
    if (!keys.every((key) => known.includes(key))) return 'confused';
    const reading = claudeShaped(stdout, event);
    return event === 'PreToolUse' && reading !== 'deny' ? 'confused' : reading;
  },
  'gemini-cli': ({ stdout, stderr, exitCode }) => {
    if (exitCode === 2) return stderr.trim() === '' ? 'confused' : 'deny';
    if (exitCode !== 0) return 'confused';
    if (stdout === '') return 'goes-on';
    const { decision, reason } = parsed(stdout) ?? {};
    if (decision === 'allow') return 'allow';
    return decision === 'deny' && isText(reason) ? 'deny' : 'confused';
  },
  cursor: ({ stdout, exitCode }, event) => {
    if (exitCode === 2) return 'deny';
    const answer = parsed(stdout);
    if (exitCode !== 0 || answer === null) return 'deny';
    const { permission } = answer;
    if (permission === 'allow' || permission === 'deny') return permission;
    if (permission === 'ask') return event.startsWith('before') && event !== 'beforeReadFile' ? 'ask' : 'confused';
    return 'goes-on';
  },
  copilot: ({ stdout, exitCode }) => {
    if (exitCode !== 0) return 'deny';
    if (stdout.trim() === '') return 'goes-on';
    const { permissionDecision, permissionDecisionReason } = parsed(stdout) ?? {};
    if (permissionDecision === 'allow') return 'allow';
    if (!isText(permissionDecisionReason)) return 'confused';
    return permissionDecision === 'ask' || permissionDecision === 'deny' ? permissionDecision : 'confused';
  },
  'qwen-code': ({ stdout, stderr, exitCode }, event) => {
    if (exitCode === 2) return stderr.trim() === '' ? 'confused' : 'deny';
    if (exitCode !== 0) return 'confused';
    if (stdout === '') return 'goes-on';
    if (!isText(parsed(stdout)?.hookSpecificOutput?.permissionDecisionReason)) return 'confused';
    return claudeShaped(stdout, event);
  },
  // Our own plugin.
  opencode: ({ stdout, exitCode }) => (exitCode === 0 && parsed(stdout)?.action === 'allow' ? 'allow' : 'deny'),
};

type Answer = Readonly<Record<string, unknown>> & { readonly hookSpecificOutput?: SpecificOutput };

type SpecificOutput = Readonly<Record<string, unknown>> & {
  readonly decision?: { readonly behavior?: unknown; readonly message?: unknown };
};

function parsed(stdout: string): Answer | null {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 10_000;
}

function claudeShaped(stdout: string, event: string): Reading {
  if (!stdout.startsWith('{')) return 'confused';
  const { hookEventName, permissionDecision, permissionDecisionReason, decision } =
    parsed(stdout)?.hookSpecificOutput ?? {};
  if (hookEventName !== event) return 'confused';
  if (event === 'PermissionRequest') {
    if (decision?.behavior === 'allow') return 'allow';
    return decision?.behavior === 'deny' && isText(decision.message) ? 'deny' : 'confused';
  }
  if (permissionDecision === 'allow') return 'allow';
  if (!isText(permissionDecisionReason)) return 'confused';
  return permissionDecision === 'deny' || permissionDecision === 'ask' ? permissionDecision : 'confused';
}
