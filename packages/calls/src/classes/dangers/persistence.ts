import type { Danger } from '../danger.ts';
import { withoutGlobalOptions } from '../git-arguments.ts';
import type { RunCommand } from '../run-commands.ts';
import { pathTest } from './path-test.ts';

const STARTUP_FILES = [
  ...['~', '/root', '/home/*', '/Users/*'].flatMap((home) => [
    `${home}/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,zshrc,zprofile,zshenv,zlogin,zlogout,cshrc,tcshrc,kshrc,inputrc,tmux.conf,xinitrc,xprofile,xsession,pam_environment,login_conf,hushlogin}`,
    `${home}/{.config/{fish,systemd,autostart,environment.d,plasma-workspace},.local/{bin,share/systemd},bin,Library/{LaunchAgents,StartupItems}}/**`,
    `${home}/Library/Preferences/**/com.apple.loginwindow*.plist`,
    `${home}/.local/bin`,
  ]),
  '/**/site-packages/{*.pth,sitecustomize.py,usercustomize.py}',
  '/{etc,var/spool/cron,var/at,usr/lib/systemd,lib/systemd,lib/udev,lib/security,usr/lib/security,Library/LaunchAgents,Library/LaunchDaemons,Library/StartupItems}/**',
];

const TOOL_SETTINGS = [
  '~/{.gitconfig,.vimrc,.config/{git,nvim,caliban}/**}',
  '/**/.git/{config,hooks/**,info/attributes}',
  '/**/{.vscode/{tasks,settings,launch}.json,.mcp.json,.envrc,.claude/**,.caliban/**}',
];

export const PERSISTENCE: Danger = {
  name: 'persistence',
  why: 'changes what runs later by itself: at login, on a timer, as a service, in a hook or an editor',
  class: 'persistence',
  command: startsLater,
  file: (file, context) => file.access === 'write' && runsLater(file, context),
};

const runsLater = pathTest([...STARTUP_FILES, ...TOOL_SETTINGS]);

function startsLater({ program, args }: RunCommand): boolean {
  switch (program) {
    case 'crontab':
    case 'at':
    case 'batch':
      return !args.includes('-l');
    case 'systemctl':
    case 'launchctl':
    case 'service':
    case 'rc-service':
      return args.some((word) => CHANGING.test(word));
    case 'schtasks':
      return args.some((word) => /^\/(?:create|change)$/i.test(word));
    case 'update-rc.d':
    case 'chkconfig':
    case 'rc-update':
    case 'chsh':
    case 'useradd':
      return args.length > 0;
    case 'loginctl':
      return args.includes('enable-linger');
    case 'git':
      return setsGitConfig(args);
    default:
      return false;
  }
}

const CHANGING =
  /^(?:enable|disable|start|stop|restart|reload|mask|unmask|link|edit|set-default|daemon-reload|load|unload|bootstrap|bootout|submit|kickstart|poweroff|reboot|halt)$/;

/** For every repository, or a key that names a program; reading is recognised by its options, or by a key without a value. */
function setsGitConfig(args: readonly string[]): boolean {
  const [subcommand, ...rest] = withoutGlobalOptions(args);
  if (subcommand !== 'config' || rest.some((word) => /^(?:--get.*|--list|-l|get|list)$/.test(word))) return false;
  const [key = '', value] = rest.filter((word) => !word.startsWith('-') && word !== 'set');
  return value !== undefined && (rest.includes('--global') || rest.includes('--system') || NAMES_A_PROGRAM.test(key));
}

const NAMES_A_PROGRAM =
  /^(?:core\.(?:hookspath|pager|editor|sshcommand|fsmonitor)|alias\.|filter\.|credential\.|diff\..*(?:command|textconv)$)/i;
