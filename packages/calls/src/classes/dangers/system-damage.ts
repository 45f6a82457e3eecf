import type { ToolCall } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import { type RunCommand, runCommands } from '../run-commands.ts';
import { hasFlag, operands } from './deletions.ts';
import { isForeignHome } from './foreign-home.ts';
import { pathTest } from './path-test.ts';

export const SYSTEM_DAMAGE: Danger = {
  name: 'system-damage',
  why: 'breaks the machine: fork bombs, system files and processes, permissions of whole trees, volumes',
  class: 'system-damage',
  command: damages,
  file: (file, context) => file.access === 'write' && (isOfSystem(file, context) || isForeignHome(file, context)),
  call: (call) => isForkBomb(call) || killsSystemProcess(call),
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
    case 'kextload':
    case 'kextunload':
    case 'insmod':
    case 'modprobe':
    case 'rmmod':
      return args.length > 0 && !args.some((word) => /^(?:-n|--dry-run|-c|--show\S*|-V|--version)$/.test(word));
    case 'init':
    case 'telinit':
      return /^[016]$/.test(args[0] ?? '');
    case 'kill':
      // Process 1, or every process.
      return operands(args).includes('1') || args.slice(1).includes('-1');
    case 'killall5':
      return true;
    case 'killall':
    case 'pkill':
      return args.some((word) => SYSTEM_PROCESS.test(word)) || killsAllOf(args);
    case 'xargs':
      return args.some(
        (word, at) => /^ch(?:mod|own|grp)$/.test(word) && args.slice(at).some((each) => /^0*$/.test(each)),
      );
    case 'find':
      return findsToSpoil(args);
    case 'mount':
    case 'umount':
      return args.length > 0;
    default:
      return VOLUME_COMMANDS.test(program);
  }
}

const VOLUME_COMMANDS = /^(?:lv|vg|pv)(?:remove|reduce)$/;

/** Processes that a machine needs, or that other people use. */
const SYSTEM_PROCESS =
  /^(?:init|systemd(?:-\w+)?|launchd|kthreadd|sshd|cron|crond|atd|chronyd|ntpd|timed|r?syslogd|auditd|dbus-daemon|dbus|NetworkManager|wpa_supplicant|dhclient|dhcpcd|udevd|polkitd|logind|agetty|getty|Xorg|gdm\d?|sddm|lightdm|WindowServer|loginwindow|Finder|Dock|dockerd|containerd|kubelet|named|cupsd|smbd|nmbd|snmpd|httpd|apache2|rpcbind|irqbalance|acpid|avahi-daemon|firewalld|lvmetad|postfix|master|sendmail|dovecot)$/;

/** \`ps … | grep sshd … | xargs kill\`: the search text shows what is killed. */
function killsSystemProcess(call: ToolCall): boolean {
  const commands = runCommands(call);
  if (!commands.some(({ program }) => program === 'kill')) return false;
  return commands.some(
    ({ program, args }) =>
      /^(?:grep|egrep|fgrep|rg|pgrep|pidof|[gmn]?awk|sed)$/.test(program) &&
      args.some((word) => word.split(/[^\w.-]+/).some((name) => SYSTEM_PROCESS.test(name))),
  );
}

/** Of a user, a terminal or a session, or every process. */
function killsAllOf(args: readonly string[]): boolean {
  return (
    args.some(
      (word, at) =>
        /^(?:-u|-U|-t|-s|--euid|--uid|--user)$/.test(word) &&
        args[at + 1] !== undefined &&
        /^(?:root|0|\$USER|\*)$/.test(args[at + 1] as string),
    ) ||
    args.includes('.') ||
    args.includes('.*')
  );
}

/** \`find / -exec chmod 000 {} +\`: permissions of everything below a top-level directory. */
function findsToSpoil(args: readonly string[]): boolean {
  const exec = args.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(word));
  if (exec === -1 || !/^(?:chmod|chown|chgrp|mv|truncate)$/.test(args[exec + 1] ?? '')) return false;
  return args.slice(0, exec).some((path) => /^(?:\/|~)(?:[^/]+)?\/?$/.test(path));
}

/** A function that calls itself in the background, or an endless loop that starts jobs. */
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
