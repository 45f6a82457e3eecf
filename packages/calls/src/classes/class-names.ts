import type { ClassName } from '../types/class-name.ts';

export { CLASS_NAMES, type ClassName } from '../types/class-name.ts';

/** What a class can be about: a command line, a file, a URL, or a call of a tool without a profile. */
export type ClassScope = 'command' | 'file' | 'url' | 'other';

type ClassRow = {
  /** One line for people: what calls of this class do. */
  readonly description: string;
  /** A rule for a class says nothing about calls of any other kind. */
  readonly scopes: readonly ClassScope[];
};

export const CLASSES: Readonly<Record<ClassName, ClassRow>> = {
  'read-only': {
    description: 'reads and lists; writes nothing, sends nothing, runs nothing else, and reads no secrets',
    scopes: ['command', 'file', 'other'],
  },
  secrets: {
    description: 'reads or writes credentials: keys, tokens, password stores, .env files',
    scopes: ['command', 'file'],
  },
  'recursive-deletion': {
    description: 'deletes a directory with everything below it, in any spelling',
    scopes: ['command'],
  },
  'privilege-escalation': {
    description: 'runs something with the rights of another user, or opens a way to do so',
    scopes: ['command', 'file'],
  },
  'download-into-interpreter': {
    description: 'runs code that was just fetched from the network',
    scopes: ['command'],
  },
  'unseen-code': {
    description: 'runs code that is not in the command: piped in, put together at run time, or named in an option',
    scopes: ['command'],
  },
  exfiltration: {
    description: 'sends files or the output of commands to another machine, or hands a shell to it',
    scopes: ['command'],
  },
  'system-damage': {
    description: 'breaks the machine: fork bombs, system files and processes, permissions of whole trees, volumes',
    scopes: ['command', 'file'],
  },
  'history-rewrite': {
    description: 'rewrites or drops git history: force pushes in every spelling, hard resets, deleted branches',
    scopes: ['command'],
  },
  'device-write': {
    description: 'writes to a raw device, a partition or a file system as a whole',
    scopes: ['command', 'file'],
  },
  persistence: {
    description: 'leaves something that runs later: shell startup files, cron, services, hooks',
    scopes: ['command', 'file'],
  },
  'account-change': {
    description: 'creates, changes or deletes accounts, groups and what they may do, on the machine or in the cloud',
    scopes: ['command'],
  },
  'security-tampering': {
    description:
      'turns off or empties what protects or records: firewalls, audit, antivirus, logs, shell history, clocks',
    scopes: ['command', 'file'],
  },
  reconnaissance: {
    description:
      'spies out the machine or the network: accounts, system logs, homes of other users, scans, screenshots',
    scopes: ['command', 'file'],
  },
  'plain-http': {
    description: 'fetches over http without encryption',
    scopes: ['command', 'url'],
  },
  publish: {
    description: 'publishes for others: npm, cargo, docker push, gh release and the like',
    scopes: ['command'],
  },
  infrastructure: {
    description: 'changes running systems: terraform apply, kubectl delete, cloud command lines that write',
    scopes: ['command'],
  },
  'package-install': {
    description: 'installs packages, and with them the code of others',
    scopes: ['command'],
  },
  network: {
    description: 'talks to the network at the choice of the call',
    scopes: ['command', 'url'],
  },
  dangerous: {
    description: 'may do harm: it is of one of the other classes, @read-only and @network excepted',
    scopes: ['command', 'file', 'url'],
  },
};

export function isClassName(name: string): name is ClassName {
  return Object.hasOwn(CLASSES, name);
}

/** Whether a call of this kind can be in the class at all. */
export function concerns(name: ClassName, scope: ClassScope): boolean {
  return CLASSES[name].scopes.includes(scope);
}
