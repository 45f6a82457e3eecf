import type { ToolCall } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import { pathTest } from './path-test.ts';

export const SECURITY_TAMPERING: Danger = {
  name: 'security-tampering',
  why: 'turns off, loosens or empties what protects or records: firewalls, audit, antivirus, logs, shell history, permissions',
  class: 'security-tampering',
  command: tampers,
  file: (file, context) => file.access === 'write' && isRecord(file, context),
  call: hidesHistory,
};

/** Logs, shell histories, and the settings of protective programs. */
const isRecord = pathTest([
  '/var/log/**',
  '/var/run/utmp',
  '/etc/{audit,selinux,apparmor,apparmor.d,rsyslog.d,fail2ban,ufw,iptables,nftables}/**',
  '/etc/{rsyslog,syslog,logrotate,auditd,nftables,hosts.allow,hosts.deny}{,.conf}',
  ...['~', '/root', '/home/*', '/Users/*'].map(
    (home) =>
      `${home}/{.bash_history,.zsh_history,.zsh_sessions/**,.sh_history,.python_history,.local/share/fish/fish_history}`,
  ),
]);

/** Services that protect or record. */
const GUARDS =
  /^(?:auditd|(?:r|sys)?syslogd?|rsyslog|syslog-ng|systemd-journald|fail2ban|ufw|firewalld|iptables|nftables|apparmor|selinux|clamav\S*|clamd|freshclam|falcon-sensor|falcond|osqueryd?|wazuh\S*|ossec\S*|mdatp|cbagentd|cbdaemon|esets|auoms|sysmon|crowdsec|snort|suricata|tripwire|aide|alf|socketfilterfw|XProtect\S*|windefend|mpssvc|com\.apple\.(?:alf|syslogd|auditd)\S*)(?:\.service|\.plist)?$/i;

/** A program, and a test of its arguments. */
const TAMPERING: readonly (readonly [programs: RegExp, words: RegExp])[] = [
  // Firewalls
  [
    /^(?:iptables|ip6tables|ebtables|arptables)$/,
    /(?:^| )(?:-[FXZDPAIR]|--(?:flush|delete|policy|append|insert|replace|zero))/,
  ],
  [/^nft$/, /(?:^| )(?:flush|delete|add|insert|replace)\b/],
  [/^(?:iptables|ip6tables)-restore$/, /(?:)/],
  [/^ufw$/, /(?:^| )(?:disable|reset|allow|delete|default|logging off|insert|prepend|route)\b/],
  [/^firewall-cmd$/, /--(?:add|remove|set|panic|new|delete|reload|direct)/],
  [/^pfctl$/, /(?:^| )-[a-zA-Z]*[dFf]/],
  [/(?:^|\/)socketfilterfw$/, /--(?:setglobalstate off|setblockall off|add|unblockapp|remove|setloggingmode off)/],
  [/^netsh$/, /\bfirewall\b.*\b(?:off|set|add|delete)\b/i],
  // Programs that check programs and files
  [/^setenforce$/, /^(?:0|permissive)$/i],
  [/^(?:setsebool|semanage|aa-disable|aa-complain|aa-teardown)$/, /(?:)/],
  [/^spctl$/, /--(?:master-disable|global-disable|disable|add|remove)/],
  [/^csrutil$/, /^(?:disable|clear)\b|authenticated-root disable/],
  [/^xattr$/, /com\.apple\.quarantine|^-[a-z]*c/],
  [/^(?:Set|Add)-MpPreference$/i, /Disable|Exclusion/i],
  [/^mdatp$/, /(?:disable|exclusion|passive)/],
  [/^falconctl$/, /(?:^| )-?-?(?:d|unload|uninstall)\b/],
  [/^defaults$/, /^write .*(?:LSQuarantine|com\.apple\.alf|GatekeeperEnable)/],
  [/^chflags$/, /(?:^| )(?:hidden|noschg|nouchg|0)(?: |$)/],
  [/^chattr$/, /(?:^| )[-+=][a-zA-Z]*[ia]/],
  [/^sysctl$/, /(?:randomize_va_space|kptr_restrict|ptrace_scope|core_pattern|ip_forward|suid_dumpable)\s*=/],
  // Programs that record
  [/^auditctl$/, /(?:^| )-(?:D|e ?0|d|W|R)/],
  [/^journalctl$/, /--(?:vacuum|rotate|flush)/],
  [/^(?:logrotate)$/, /(?:^| )(?:-f|--force)/],
  [/^(?:wevtutil)$/i, /^(?:cl|clear-log)\b/i],
  [/^Clear-(?:EventLog|History)$/i, /(?:)/],
  [/^log$/, /^(?:erase|config .*--mode)/],
  [/^history$/, /(?:^| )-[a-z]*[cdw]/],
  [/^fc$/, /(?:^| )-[pP]/],
  [/^set$/, /\+o history/],
  [/^shopt$/, /-u\S* (?:\S+ )*(?:cmdhist|histappend)/],
  [/^unset$/, /(?:^| )HIST(?:FILE|SIZE|FILESIZE|CMD)\b/],
  // Clocks: the time of events
  [/^date$/, /(?:^| )(?:-u?s\b|--set\b)|^(?:-[un]+ )?\d{8,12}(?:\.\d\d)?$/],
  [/^timedatectl$/, /^set-/],
  [/^hwclock$/, /(?:^| )(?:-w|--systohc|--set)/],
  [/^systemsetup$/, /-set(?:date|time|usingnetworktime|networktimeserver|remotelogin)/i],
  [/^(?:SetFile)$/, /(?:^| )-(?:d|m|a V)/],
  // Clouds
  [
    /^aws$/,
    /\b(?:cloudtrail (?:stop-logging|delete-|put-event-selectors|update-trail)|guardduty (?:delete-|update-detector|create-ip-set|create-filter|stop-|disassociate-)|configservice (?:stop-|delete-)|logs (?:delete-|put-retention)|ec2 (?:delete-flow-logs|authorize-security-group|modify-instance-metadata)|securityhub (?:disable-|delete-|batch-disable)|wafv2 delete-|macie2 disable-|cloudwatch (?:delete-alarms|disable-alarm)|s3api (?:put-bucket-logging|delete-public-access-block|put-public-access-block)|kms (?:schedule-key-deletion|disable-key))/,
  ],
  [
    /^gcloud$/,
    /\b(?:logging (?:sinks|logs|buckets) (?:delete|update)|services disable (?:logging|monitoring)|firewall-rules (?:create|update|delete))\b/,
  ],
  [
    /^az$/,
    /\b(?:monitor (?:diagnostic-settings|activity-log|log-analytics|log-profiles)\b.* delete|network nsg rule (?:create|update|delete)|security\b.* (?:delete|update))\b/,
  ],
  // Agents without their restrictions
  [/^(?:claude|codex|gemini|qwen|copilot|opencode|amp|cursor-agent|crush|goose|aider|caliban)$/, AGENT_UNBOUND()],
  [/^caliban$/, /^uninstall\b|^trust\b|^perms (?:remove|rm)\b/],
];

function AGENT_UNBOUND(): RegExp {
  return /(?:^| )(?:--dangerously-\S+|--allow-dangerously-\S+|--yolo|-y|--no-permissions|--allow-all(?:-tools)?|--force|--safe-mode|--pure|--approval-mode[= ]yolo|--permission-mode[= ]bypassPermissions|(?:-s|--sandbox)[= ]danger-full-access)(?: |$)/;
}

function tampers({ program, args }: RunCommand): boolean {
  const text = args.join(' ');
  if (TAMPERING.some(([programs, words]) => programs.test(program) && words.test(text))) return true;
  return (
    STOPPERS.test(program) &&
    STOPS.test(`${program} ${text}`) &&
    args.some((word) => GUARDS.test(word.slice(word.lastIndexOf('/') + 1)))
  );
}

const STOPPERS =
  /^(?:systemctl|service|rc-service|launchctl|sc|net|chkconfig|update-rc\.d|apt|apt-get|dnf|yum|kill|killall|pkill|Stop-Service)$/;
const STOPS = /\b(?:stop|disable|mask|kill|killall|pkill|unload|bootout|remove|purge|off|delete|erase|Stop-Service)\b/;

/** `HISTFILE=/dev/null`, before a command, alone or with `export`. */
function hidesHistory({ subject }: ToolCall): boolean {
  if (subject.kind !== 'command-line' && subject.kind !== 'plain-command') return false;
  const text = subject.kind === 'command-line' ? subject.line.source : subject.text;
  return text.length <= MAX_TEXT && HIDDEN_HISTORY.test(text);
}

const MAX_TEXT = 10_000;

const HIDDEN_HISTORY =
  /(?:^|[\s;&|(])(?:HISTFILE=["']?(?:\/dev\/null)?["']?(?=\s|;|$)|HIST(?:FILE)?SIZE=["']?0["']?(?=\s|;|$)|HISTIGNORE=["']?\*)/;
