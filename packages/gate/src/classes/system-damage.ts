import type { ToolCall } from '../types/tool-call.ts';
import type { Danger } from './danger.ts';
import { hasFlag, operands } from './deletions.ts';
import { pathTest } from './path-test.ts';
import type { RunCommand } from './run-commands.ts';

export const SYSTEM_DAMAGE: Danger = {
  name: 'system-damage',
  why: 'breaks the machine: fork bombs, system files and logs, permissions of whole trees, volumes',
  class: 'system-damage',
  command: damages,
  file: (file, surroundings) => file.access === 'write' && isOfSystem(file, surroundings),
  call: isForkBomb,
};

const isOfSystem = pathTest([
  '/{etc,boot,usr,bin,sbin,lib,lib64,sys,var/log,var/lib,var/spool,System,Library}/**',
  '/proc/sysrq-trigger',
  '/proc/sys/**',
]);

function damages({ program, args }: RunCommand): boolean {
  switch (program) {
    case 'chmod':
    case 'chown':
    case 'chgrp':
      return (
        hasFlag(args, /R/, 'recursive') &&
        operands(args)
          .slice(1)
          .some((path) => /^(?:\/|~)(?:[^/]+)?\/?$/.test(path))
      );
    case 'lvm':
      return args.some((word) => VOLUME_COMMANDS.test(word));
    case 'zpool':
    case 'zfs':
      return args[0] === 'destroy';
    case 'mv':
      return args.includes('/*') || args.includes('/');
    case 'shutdown':
    case 'reboot':
    case 'halt':
    case 'poweroff':
      return true;
    case 'history':
      return args.some((word) => /^-[cw]/.test(word));
    case 'iptables':
    case 'nft':
    case 'ufw':
    case 'setenforce':
    case 'auditctl':
    case 'kextload':
    case 'insmod':
    case 'modprobe':
    case 'rmmod':
    case 'userdel':
    case 'groupadd':
    case 'groupdel':
    case 'useradd':
    case 'pw':
    case 'chpasswd':
    case 'passwd':
      return args.length > 0 && !args.some((word) => /^(?:-L|-S|-l|status|list|show)$/.test(word));
    case 'mount':
    case 'umount':
      return args.length > 0;
    default:
      return VOLUME_COMMANDS.test(program);
  }
}

const VOLUME_COMMANDS = /^(?:lv|vg|pv)(?:remove|reduce)$/;

/** A function that calls itself in the background, or a loop without end that starts jobs. */
function isForkBomb({ subject }: ToolCall): boolean {
  if (subject.kind !== 'command-line') return false;
  const { source } = subject.line;
  if (source.length > 10_000) return false;
  const name = /(?:^|[\s;])(?:function\s+)?([\w:.]+)\s*\(\)\s*\{/.exec(source)?.[1];
  if (
    name !== undefined &&
    source.includes('&') &&
    source.split(name).length > 3 &&
    /\|[^|]*&|\{\s*\S+\s*&\s*\}/.test(source)
  )
    return true;
  return /\b(?:while\s+(?:true|:|\[\[? 1 \]\]?)|until\s+false|for\s*\(\([^;]*;\s*;[^)]*\)\))\s*;?\s*do\b[\s\S]*[^&>]&(?![&>])/.test(
    source,
  );
}
