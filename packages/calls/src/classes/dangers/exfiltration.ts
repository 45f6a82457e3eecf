import { SHELLS } from '../../programs/shells.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import { type RunCommand, runCommands } from '../run-commands.ts';

export const EXFILTRATION: Danger = {
  name: 'exfiltration',
  why: 'sends files or the output of commands to another machine, or hands a shell to it',
  class: 'exfiltration',
  command: (command) => sendsFile(command) || handsOverShell(command),
  file: ({ written }) => /^\/dev\/(?:tcp|udp)\//.test(written),
  call: pipesOut,
};

/** A file as the body of a request, or an archive written to another host. */
function sendsFile({ program, args }: RunCommand): boolean {
  if (program === 'curl') return args.some((word, at) => isUpload(word, args[at + 1] ?? ''));
  if (program === 'scp' || program === 'rsync') return copiesOut(args);
  if (program === 'wget') return args.some((word) => /^--(?:post-f|body-f)/.test(word));
  if (/^g?tar$/.test(program)) return args.some((word, at) => isRemoteFile(word, args[at - 1] ?? ''));
  return false;
}

/** The last operand is on another machine, and one before it isn't. */
function copiesOut(args: readonly string[]): boolean {
  const operands = args.filter((word) => !word.startsWith('-'));
  const target = operands.at(-1) ?? '';
  return operands.length > 1 && REMOTE.test(target) && !/^(?:[\w.-]+@)?(?:localhost|127\.)/.test(target);
}

/** `host:path`, `user@host:`, `rsync://host/`; `C:` is a drive. */
const REMOTE = /^(?:(?:[\w.-]+@)?[\w.-]{2,}:|\[[\da-f:]+\]:|(?:rsync|scp|ssh):\/\/)/i;

function isUpload(word: string, next: string): boolean {
  if (/^(?:-T.*|--upload-file.*)$/.test(word)) return true;
  const [, glued = ''] = /^(?:-[dF]|--(?:data\w*(?:-\w+)*|form)=?)(.*)$/s.exec(word) ?? [];
  return /^(?:-d|-F|--data|--data-\w+|--form)$/.test(word) ? /^@|=[@<]/.test(next) : /^@|=[@<]/.test(glued);
}

function isRemoteFile(word: string, before: string): boolean {
  const file = /^--file=(.*)$/s.exec(word)?.[1] ?? (/^-?[a-zA-Z]*f$/.test(before) ? word : '');
  return /^[\w.@-]+:/.test(file);
}

/** Reverse shells and bind shells. */
function handsOverShell({ program, args }: RunCommand): boolean {
  const text = args.join(' ');
  if (/^(?:nc|ncat|netcat)$/.test(program))
    return args.some((word) => /^(?:-[a-z]*[ec]|--exec|--sh-exec.*)$/.test(word));
  if (program === 'socat')
    return /\b(?:EXEC|SYSTEM|SHELL):/i.test(text) && /\b(?:TCP|UDP|OPENSSL|SCTP)\d?[-:]/i.test(text);
  if (SHELLS.test(program)) return /\/dev\/(?:tcp|udp)\//.test(text);
  return /socket/.test(text) && /\b(?:dup2|subprocess|pty\.spawn|exec|system)\b/.test(text);
}

/** `tar c . | curl -d @-`, `env | nc host 1`: one command's output is sent by another. */
function pipesOut(call: ToolCall): boolean {
  if (call.subject.kind !== 'command-line' || !/(?<!\|)\|(?!\|)|>\(/.test(call.subject.line.source)) return false;
  const commands = runCommands(call);
  return commands.some(readsInputOut) && commands.length > 1;
}

function readsInputOut({ program, args }: RunCommand): boolean {
  if (program === 'curl')
    return args.some((word, at) => /^@-|=@-/.test(word) || (word === '-T' && args[at + 1] === '-'));
  if (/^(?:nc|ncat|netcat|telnet)$/.test(program)) return !args.includes('-z');
  if (program === 'socat') return true;
  if (program === 'mail' || program === 'sendmail') return args.length > 0;
  return program === 'ssh' && args.some((word) => /\bcat\s*>|\bdd\b|\btee\b/.test(word));
}
