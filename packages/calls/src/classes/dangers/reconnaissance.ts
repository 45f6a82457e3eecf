import { absolutePath, pathBelow } from '../../text/path.ts';
import type { CallContext } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import type { TouchedFile } from '../touched-files.ts';
import { operands } from './deletions.ts';
import { isForeignHome } from './foreign-home.ts';
import { pathTest } from './path-test.ts';

/** Programs that have hardly any other use. */
export const SPYING: Danger = {
  name: 'spying',
  why: 'scans or records the network, the screen or other processes, or attacks passwords',
  class: 'reconnaissance',
  command: spies,
};

export const SYSTEM_READS: Danger = {
  name: 'system-reads',
  why: 'looks at the accounts, logs, kernel or security settings of the machine, or at what other users keep',
  class: 'reconnaissance',
  command: listsSystem,
  file: (file, context) => file.access === 'read' && tellsOfSystem(file, context),
};

const SPIES: ReadonlySet<string> = new Set(
  [
    // Networks
    'nmap masscan zmap rustscan arp-scan netdiscover nbtscan enum4linux smbmap nikto gobuster dirb ffuf wfuzz feroxbuster',
    'tcpdump tshark wireshark dumpcap ettercap bettercap dsniff arpspoof mitmproxy mitmdump responder hping3',
    // Screens and keys
    'screencapture xwd scrot maim grim xinput logkeys xspy',
    // Passwords and other processes
    'hydra medusa ncrack john hashcat gcore procdump mimipenguin mimikatz lazagne',
    'msfconsole msfvenom sqlmap crackmapexec netexec evil-winrm bloodhound-python kerbrute chisel ligolo linpeas linenum',
  ]
    .join(' ')
    .split(' '),
);

const SPYING_SCRIPTS =
  /^(?:lin(?:peas|enum)|winpeas|unix-privesc-check|linux-exploit-suggester|lse|pspy\d*|lazagne|mimipenguin|psexec|secretsdump|wmiexec|smbexec|responder)(?:\.(?:sh|py|exe|bin|pl))?$/i;

function spies({ program, args }: RunCommand): boolean {
  if (SPIES.has(program)) return !args.every((word) => /^--?(?:version|help|h|V)$/.test(word)) || args.length === 0;
  const [first = ''] = operands(args);
  if (isSpyingScript(program) || isSpyingScript(first)) return !/^(?:cat|less|head|tail|ls|rm|git)$/.test(program);
  switch (program) {
    case 'import':
      return args.includes('-window');
    case 'osascript':
      // A fake dialog that asks for the password.
      return /hidden answer|the clipboard/.test(args.join(' '));
    default:
      return false;
  }
}

function isSpyingScript(word: string): boolean {
  return SPYING_SCRIPTS.test(word.slice(word.lastIndexOf('/') + 1));
}

/** Accounts and how they log in, scheduled jobs, the kernel's internals, and the system's own logs. */
const REVEALING = [
  '/etc/{passwd,passwd-,group,group-,login.defs,shells,crontab,hosts.allow,hosts.deny,krb5.conf,pam.conf}',
  '/etc/{pam.d,security,ssh,ssl,ldap,samba,audit,selinux,apparmor,apparmor.d,cron.d,polkit-1}/**',
  '/var/log/{*,audit/**,journal/**}',
  '/var/{lib/pam,spool/cron,spool/mail,mail}/**',
  '/proc/{cmdline,kcore,kallsyms,keys,key-users,kmsg,iomem,modules,vmallocinfo,slabinfo,timer_list,sched_debug}',
  '/proc/{1/**,bus/**,driver/**,[0-9]*/{mem,maps,cmdline,fd/**}}',
  '/sys/{kernel,firmware,module}/**',
];

/** Exceptions that tools read all the time. */
const PUBLIC = ['/etc/ssl/certs/**', '/etc/ssl/cert.pem', '/etc/ssh/ssh_config', '/sys/kernel/mm/**'];

const isRevealing = pathTest(REVEALING);
const isRevealingDirectory = pathTest([
  '/etc/{pam.d,security,ssh,ssl,ldap,samba,audit,selinux,apparmor,apparmor.d,cron.d,polkit-1}',
  '/var/{log,lib/pam,spool/cron,spool/mail,mail}',
  '/proc/{1,bus,driver}',
  '/sys/{kernel,firmware,module}',
]);
const isPublic = pathTest(PUBLIC, 'every place');
const isPrivate = pathTest(['~/{Library/{Mail,Messages},.thunderbird,Maildir}/**', '~/Library/{Mail,Messages}']);

function tellsOfSystem(file: TouchedFile, context: CallContext): boolean {
  if (pathBelow(file.real, context.workspace) !== null) return false;
  if (isRevealing(file, context) || isRevealingDirectory(file, context)) return !isPublic(file, context);
  return isPrivate(file, context) || isForeignHome(file, context);
}

/** The names of files there reveal as much as some of the files. */
function listsSystem({ program, args, places }: RunCommand, context: CallContext): boolean {
  if (!LISTS.test(program)) return false;
  return operands(args).some((word) =>
    places.some((base) => {
      const place = absolutePath(word, { base, home: context.home });
      return tellsOfSystem({ written: place, real: place, access: 'read' }, context);
    }),
  );
}

const LISTS = /^(?:ls|ll|dir|tree|exa|eza|lsd)$/;
