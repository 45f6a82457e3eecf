import type { ClassName } from '@caliban/calls/classes';
import type { WrittenRule } from '@caliban/storage';

/**
 * What `caliban init` proposes for the user's own file, in the order in which it is tried. The strict rules come first, so that
 * no allow below them opens what they close.
 */
export const SAFETY_NET: readonly WrittenRule[] = [
  denied('secrets', 'keys, tokens and .env files stay private', 'ask the user to do this step'),
  denied('exfiltration', 'files of this machine stay on it', 'nothing is sent to another machine; ask the user'),
  denied('download-into-interpreter', 'code from the network is read first', 'save it to a file and show it first'),
  denied('device-write', 'disks are never written as a whole', 'raw devices are not written here'),
  denied('system-damage', 'an agent does not change the system', 'the system is not changed from here; ask the user'),
  asked('recursive-deletion', 'deletes a directory with all that is in it'),
  asked('privilege-escalation', 'runs something as another user'),
  asked('history-rewrite', 'drops commits or what is not committed yet'),
  asked('persistence', 'leaves something behind that runs later'),
  asked('account-change', 'adds or changes accounts and their rights'),
  asked('security-tampering', 'weakens what protects or records'),
  asked('infrastructure', 'changes running systems'),
  asked('publish', 'others get to see the result'),
  asked('unseen-code', 'the code that runs is not in the command'),
  allowed('@read-only', 'only shows something, and no secrets'),
  allowed('Bash(git add:*)', 'stages files; undone with git reset'),
  allowed('Bash(git commit:*)', 'local and easy to undo, unlike a push'),
  asked('package-install', 'brings code of others to this machine'),
  asked('network', 'talks to another machine'),
];

function denied(name: ClassName, comment: string, reason: string): WrittenRule {
  return { pattern: `@${name}`, action: 'deny', comment, reason };
}

function asked(name: ClassName, comment: string): WrittenRule {
  return { pattern: `@${name}`, action: 'ask', comment };
}

function allowed(pattern: string, comment: string): WrittenRule {
  return { pattern, action: 'allow', comment };
}
