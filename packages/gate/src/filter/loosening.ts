/** The arguments of our own program: whether they change what is allowed, or start an agent that asks less than the rules do. */
export function loosens(words: readonly string[]): boolean {
  if (asksForHelp(words)) return false;
  const [command = '', verb = '', operand = ''] = words.filter((word) => !word.startsWith('-'));
  if (command === 'install' || command === 'uninstall') return true;
  if (command === 'perms' && changesRules(verb, words)) return true;
  if (command === 'trust' && !words.includes('--show')) return true;
  if (command === 'init' && !words.includes('--dry-run')) return true;
  // An agent must not answer its own question; `ui` prints an address with which anyone can.
  if (command === 'ui' || (command === 'inbox' && verb === 'answer')) return true;
  if (command === 'hub' && changesHub(verb, operand)) return true;
  // It trusts its input about a host's dialog and writes the rule that was chosen there.
  if (command === 'hook') return true;
  return !STARTS_NOTHING.has(words[0] ?? '') && opensDoor(words);
}

function changesRules(verb: string, words: readonly string[]): boolean {
  if (verb === 'add' || verb === 'remove' || verb === 'import') return true;
  if (verb === 'learn') return !words.includes('--dry-run');
  return verb === 'fix' && words.some((word) => /^--apply(?:=|$)/.test(word));
}

/** Leaving a hub lifts its denies; joining another, its tokens and its policies decide what is allowed. */
function changesHub(verb: string, operand: string): boolean {
  switch (verb) {
    case 'answer':
    case 'join':
    case 'leave':
    case 'setup':
      return true;
    case 'token':
      return operand === 'add' || operand === 'revoke';
    case 'policy':
      return operand === 'push' || operand === 'rollback';
    case 'audit':
      return operand === 'prune';
    default:
      return false;
  }
}

/** They use the flags of a start only to show its effect. */
const STARTS_NOTHING: ReadonlySet<string> = new Set(['perms', 'doctor', 'completion', 'help']);

/** Inside code, words after an operator belong to another command. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.findIndex((word) => word === '--' || /[;&|]/.test(word));
  return words.slice(0, end === -1 ? words.length : end).includes('--help');
}

function opensDoor(words: readonly string[]): boolean {
  const end = words.indexOf('--', 1);
  const flags = end === -1 ? words : words.slice(0, end);
  return flags.some((word, at) => {
    const [, name = '', value = flags[at + 1]] = /^--([\w-]+)(?:=(.*))?/.exec(word) ?? [];
    return DOORS.has(name) || (name === 'permission-mode' && !GUARDED_MODES.has(value ?? ''));
  });
}

const DOORS: ReadonlySet<string> = new Set([
  ...['no-permissions', 'auto-allow', 'allow-dangerously-skip-permissions'],
  ...['allow', 'allowed-tools', 'allowedTools', 'auto-mode-config'],
]);

const GUARDED_MODES: ReadonlySet<string> = new Set(['', 'default', 'plan']);
const SWITCHED_OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** A variable that does the same to programs started with it; null is an unknown value. */
export function isLoosening({ name, value }: { readonly name: string; readonly value: string | null }): boolean {
  const guarded = GUARDED_VALUES.get(name);
  return guarded !== undefined && (value === null || !guarded.has(value));
}

const GUARDED_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['CALIBAN_AUTO_ALLOW', SWITCHED_OFF],
  ['CALIBAN_DEFAULT_PERMISSION_MODE', GUARDED_MODES],
  // Its rules come before all others.
  ['CALIBAN_MANAGED_DIR', new Set([''])],
]);

/** `export NAME=value`, `env NAME=value program`. */
export function isLooseningWord(word: string): boolean {
  // Nearly every word, and a new process would have to compile the regex to find out.
  if (!word.startsWith('CALIBAN_')) return false;
  const [, name, value] = /^(CALIBAN_\w+)\+?=(.*)$/s.exec(word) ?? [];
  return name !== undefined && value !== undefined && isLoosening({ name, value });
}
