import type { ToolCall } from '@caliban/calls';
import { isRecord } from '@caliban/calls/types';

/** Why a command isn't even tried, judging by its words; null: it can be. */
export function refusalOf({ subject, input }: ToolCall): string | null {
  if (isRecord(input) && input.run_in_background === true) return 'it runs in the background';
  for (const name of namesIn(subject)) {
    const base = name.slice(name.lastIndexOf('/') + 1);
    for (const { names, why } of REASONS) if (names.has(base)) return `\`${base}\` ${why}`;
  }
  return null;
}

function namesIn(subject: ToolCall['subject']): readonly string[] {
  switch (subject.kind) {
    case 'plain-command':
      return [subject.text.trim().split(/\s+/, 1)[0] ?? ''];
    case 'command-line':
      return subject.line.units.flatMap(({ words }) => {
        const values = words.map(({ value }) => value ?? '');
        return WRAPPERS.has(values[0] ?? '') ? values : values.slice(0, 1);
      });
    case 'path':
    case 'url':
    case 'none':
      return [];
  }
}

/** Any of their words may be the program that runs. */
const WRAPPERS: ReadonlySet<string> = new Set(['xargs', 'env', 'time', 'nice', 'command', 'exec', 'timeout', 'find']);

/** Their work is done by another program outside of any overlay, or concerns processes that a rehearsal can't see. */
const REASONS: readonly { readonly names: ReadonlySet<string>; readonly why: string }[] = [
  {
    names: new Set(
      ['docker', 'podman', 'nerdctl', 'buildah', 'docker-compose', 'systemctl', 'service', 'journalctl'].concat(
        ['loginctl', 'dbus-send', 'busctl', 'gdbus', 'notify-send', 'xdg-open', 'tmux', 'screen', 'emacsclient'],
        ['ssh-add', 'gpg', 'at', 'batch', 'crontab', 'sendmail', 'mail', 'logger', 'wall', 'snap', 'flatpak'],
        ['psql', 'createdb', 'dropdb', 'pg_dump', 'pg_restore', 'mysql', 'mysqldump', 'redis-cli', 'mongosh'],
      ),
    ),
    why: 'talks to programs outside',
  },
  {
    names: new Set(
      ['kill', 'pkill', 'killall', 'fuser', 'renice', 'ps', 'pgrep', 'pidof', 'pstree', 'top', 'lsof', 'ss'].concat(
        ['netstat', 'ip', 'ifconfig', 'iptables', 'nft', 'shutdown', 'reboot', 'sysctl', 'nohup', 'setsid', 'disown'],
        ['mount', 'umount', 'losetup', 'modprobe', 'insmod', 'rmmod', 'unshare', 'nsenter', 'chroot', 'bwrap'],
      ),
    ),
    why: 'is about processes, networks or mounts, and a rehearsal has its own',
  },
  {
    names: new Set(['setfacl', 'setfattr', 'chattr', 'setcap', 'chcon', 'restorecon']),
    why: 'changes attributes that are not shown',
  },
  {
    names: new Set(['sudo', 'su', 'doas', 'pkexec', 'runuser']),
    why: 'runs as another user',
  },
];
