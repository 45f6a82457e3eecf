import type { ListClass } from '../../classify/list-class.ts';
import { type RunCommand, runCommands } from './run-commands.ts';

const PROGRAMS = [
  ...['sudo', 'sudoedit', 'su', 'doas', 'pkexec', 'run0', 'runuser', 'gosu', 'su-exec', 'gsudo', 'visudo'],
  ...['sg', 'newgrp', 'setpriv', 'nsenter', 'machinectl'],
];

export const PRIVILEGE_ESCALATION: ListClass = {
  name: 'privilege-escalation',
  why: 'runs something with the rights of another user, or prepares it',
  patterns: PROGRAMS.flatMap((program) => [`Bash:${program}`, `Bash:${program} *`]),
  recognises: (call) => runCommands(call).some((command) => gainsRights(command)),
};

function gainsRights({ program, args }: RunCommand): boolean {
  if (PROGRAMS.includes(program)) return true;
  switch (program) {
    case 'chmod':
      return args.some((word) => /^[0]?[2467]\d{3}$/.test(word) || /^[ugoa,]*\+[rwxXt]*s/.test(word));
    case 'setcap':
      return args.some((word) => word.includes('+'));
    case 'usermod':
    case 'gpasswd':
    case 'adduser':
      return args.some((word) => /^(?:sudo|wheel|admin|root|docker)$/.test(word));
    case 'docker':
    case 'podman':
      return args.includes('--privileged') || args.some((word) => /^(?:-v|--volume=)?\/:/.test(word));
    case 'osascript':
      return args.join(' ').includes('administrator privileges');
    default:
      return false;
  }
}
