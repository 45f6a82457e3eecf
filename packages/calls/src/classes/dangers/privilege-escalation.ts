import { absolutePath } from '../../text/path.ts';
import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import { pathTest } from './path-test.ts';

const PROGRAMS = [
  ...['sudo', 'sudoedit', 'su', 'doas', 'pkexec', 'run0', 'runuser', 'gosu', 'su-exec', 'gsudo', 'visudo'],
  ...['newgrp', 'setpriv', 'nsenter'],
];

export const PRIVILEGE_ESCALATION: Danger = {
  name: 'privilege-escalation',
  why: 'runs something with the rights of another user, or prepares it',
  class: 'privilege-escalation',
  command: gainsRights,
  file: (file, context) => file.access === 'write' && grantsRights(file, context),
};

const grantsRights = pathTest(['/etc/{sudoers,sudoers.d/**,passwd,shadow,group,gshadow,doas.conf,pam.d/**}']);

function gainsRights({ program, args }: RunCommand): boolean {
  if (PROGRAMS.includes(program)) return true;
  switch (program) {
    case 'sg':
      return !AST_GREP.test(args[0] ?? '') && (args.includes('-c') || !/^-./.test(args[0] ?? '-x'));
    case 'machinectl':
      return /^(?:shell|login)$/.test(operandsOf(args)[0] ?? '');
    case 'chmod':
      return args.some(setsIdentity);
    case 'setcap':
      return args.some((word) => /[+=]/.test(word));
    case 'usermod':
    case 'gpasswd':
    case 'adduser':
      return args.some((word) => word.split(/[,=]/).some((name) => /^(?:sudo|wheel|admin|root|docker)$/.test(name)));
    case 'docker':
    case 'podman':
      return args.some((word, at) => PRIVILEGED.test(word) || mountsRoot(word, args[at - 1]));
    case 'osascript':
      return args.join(' ').includes('administrator privileges');
    default:
      return false;
  }
}

/** Subcommands of ast-grep, another program called `sg`. */
const AST_GREP = /^(?:run|scan|test|new|lsp|completions|help)$/;

function operandsOf(args: readonly string[]): readonly string[] {
  return args.filter((word) => !word.startsWith('-'));
}

/** A mode with `s` for the user, or a number with that bit; for a group it only shares a directory. */
function setsIdentity(mode: string): boolean {
  if (/^[+=]?0*[4-7][0-7]{3}$/.test(mode)) return true;
  return mode
    .split(',')
    .some((clause) => MODE_CLAUSE.test(clause) && !/^g[-+=]/.test(clause) && /[+=][rwxXtugo]*s/.test(clause));
}

const MODE_CLAUSE = /^[ugoa]*(?:[-+=][rwxXstugo]*)+$/;

const PRIVILEGED = /^--privileged(?:=(?!false$|0$|f$).*)?$/i;

/** `-v /:/h`, `-itv=/:/h`, `--volume=/:/h`, `--mount type=bind,src=/,dst=/h`. */
function mountsRoot(word: string, before: string | undefined): boolean {
  const isMount = before === '--mount' || word.startsWith('--mount=');
  const source = (isMount ? MOUNT_SOURCE : VOLUME_SOURCE).exec(word)?.[1];
  return source !== undefined && /^\/(?:(?:var\/)?run\/docker\.sock)?$/.test(absolutePath(source));
}

const VOLUME_SOURCE = /^(?:-[A-Za-z]*v=?|--volume=)?(\/[^:]*):/;

const MOUNT_SOURCE = /(?:^|[=,"])(?:src|source)=(\/[^,"]*)/i;
