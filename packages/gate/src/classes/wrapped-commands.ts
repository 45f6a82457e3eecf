import { SHELLS } from '../shell/spell/shells.ts';
import type { RiskyProgram } from './risky-programs.ts';
import { riskyProgramsNamed } from './risky-programs.ts';

/** What a program runs in turn: words that are a command already, or code for a shell. */
export type Wrapped =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'code'; readonly code: string };

export function wrappedCommands(program: string, args: readonly string[]): readonly Wrapped[] {
  const code = shellCode(program, args);
  if (code !== null) return [{ kind: 'code', code }];
  if (FINDERS.test(program)) return executedByFind(args);
  const inner = wrapperOf(program, args);
  if (inner === null) return [];
  // The shell at the other end reads the words as one line again; so does a runner that is given a line in one word.
  const isCode = program === 'ssh' || (isRunner(program) && /\s/.test(inner[0] ?? ''));
  return [isCode ? { kind: 'code', code: inner.join(' ') } : { kind: 'words', words: inner }];
}

/** Takes `-c code`, as a shell does. */
const TAKES_CODE = /^(?:su|runuser|script|busybox|flock|sg)$/;

/** The code a command carries in its own words. */
function shellCode(program: string, args: readonly string[]): string | null {
  if (program === 'eval' || program === 'watch' || program === 'trap') return fromFirstOperand(args);
  if (program === 'env') return afterOption(args, /^(?:-[a-z0-9]*S|--split-string)$/i);
  if (program === 'npx' || program === 'pnpx') return calledCode(args);
  if (program === 'npm' && /^(?:exec|x)$/.test(args[0] ?? '')) return calledCode(args.slice(1));
  if (SHELLS.test(program)) return afterOption(args, /^-[A-Za-z]*c[A-Za-z]*$/);
  return TAKES_CODE.test(program) ? afterOption(args, /^(?:-[a-z]*c|--command)$/) : null;
}

function fromFirstOperand(args: readonly string[]): string | null {
  const first = args.findIndex((word) => !word.startsWith('-'));
  return first === -1 ? null : args.slice(first).join(' ');
}

function afterOption(args: readonly string[], option: RegExp): string | null {
  const at = args.findIndex((word) => option.test(word));
  return at === -1 || at === args.length - 1 ? null : args.slice(at + 1).join(' ');
}

/** `-c code` of a package runner; behind the first operand it belongs to the program that is run: `npx eslint -c x`. */
function calledCode(args: readonly string[]): string | null {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    const call = /^(?:-[a-z]*c|--call?)(?:=(.*))?$/s.exec(word);
    if (call !== null) return call[1] ?? args[at + 1] ?? null;
    if (!word.startsWith('-')) return null;
    if (word === '-p' || word === '--package') at++;
  }
  return null;
}

const FINDERS = /^(?:g?find|fd|fdfind)$/;

const EXECUTES = /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/;

/** `-exec … ;`, as often as it stands there. */
function executedByFind(args: readonly string[]): readonly Wrapped[] {
  const executed: Wrapped[] = [];
  for (let at = 0; at < args.length; at++) {
    if (!EXECUTES.test(args[at] as string)) continue;
    const start = ++at;
    while (at < args.length && args[at] !== ';' && args[at] !== '+') at++;
    executed.push({ kind: 'words', words: args.slice(start, at) });
  }
  return executed;
}

/** What stands behind the wrapper's own options and operands. */
function wrapperOf(program: string, args: readonly string[]): readonly string[] | null {
  const wrapper = [...riskyProgramsNamed(program), ...MORE_WRAPPERS.filter(({ name }) => name === program)].find(
    ({ role, subcommand }) => role === 'wrapper' && (subcommand === undefined || subcommand === args[0]),
  );
  if (wrapper === undefined) return null;
  const { valueOptions = [], subcommand } = wrapper;
  const runs = subcommand !== undefined || isRunner(program);
  let operands = wrapper.operands ?? 0;
  for (let at = subcommand === undefined ? 0 : 1; at < args.length; at++) {
    const word = args[at] as string;
    if (valueOptions.includes(word)) at++;
    else if (at > 0 && isOptionValue(word, args[at - 1] as string, runs)) continue;
    else if (!word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word) && operands-- <= 0) return args.slice(at);
  }
  return null;
}

/** Behind an option, what the shell puts in is rather its value than a program; plain wrappers have few that take one. */
function isOptionValue(word: string, before: string, isOfRunner: boolean): boolean {
  return /[$`]/.test(word) && (isOfRunner ? /^-[^-]|^--[^-]/ : /^--[^-]/).test(before) && !before.includes('=');
}

/** Those of the package managers. */
function isRunner(program: string): boolean {
  return /^(?:npx|bunx|uvx|pipx|pnpx|npm|pnpm|yarn)$/.test(program);
}

/** They start one program each, like `nohup`. */
const MORE_WRAPPERS: readonly RiskyProgram[] = [
  { name: 'busybox', role: 'wrapper' },
  { name: 'toybox', role: 'wrapper' },
  { name: 'systemd-run', role: 'wrapper', valueOptions: ['-p', '--property', '-u', '--unit', '-E', '--setenv'] },
  { name: 'unshare', role: 'wrapper' },
  { name: 'nsenter', role: 'wrapper', valueOptions: ['-t', '--target'] },
  { name: 'runuser', role: 'wrapper', valueOptions: ['-u'] },
  { name: 'pkexec', role: 'wrapper', valueOptions: ['--user'] },
  { name: 'run0', role: 'wrapper', valueOptions: ['-u', '--user'] },
  { name: 'ssh', role: 'wrapper', operands: 1, valueOptions: ['-F', '-J', '-L', '-R', '-D', '-i', '-l', '-o', '-p'] },
];
