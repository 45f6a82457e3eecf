import type { Directories } from '../../types/command-line.ts';
import type { Word } from '../parse/parse-command-line.ts';
import { isLiteral, literalPath } from '../parse/read-word.ts';
import { LOST, NEVER, stayed, stepInto, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';

/** A simple command, as far as it may move the shell. */
export type Mover = {
  readonly name: string | null;
  readonly operands: readonly Word[];
  /** All of it after quote removal. */
  readonly plain: string;
  readonly hasAssignments: boolean;
  readonly hasRedirects: boolean;
};

/** The directory of the shell after the command. */
export function changeDirectory(mover: Mover, from: Directories, findings: Findings): Whereabouts {
  const { name, operands } = mover;
  switch (name) {
    case 'cd':
    case 'pushd':
      findings.movements.move();
      return mover.hasAssignments || !findings.movements.trustsCd ? LOST : go(name, operands, from, findings);
    case 'popd':
    case 'chdir':
      findings.movements.move();
      return LOST;
    case 'exit':
      return isSureExit(mover) ? NEVER : stayed(from);
    // From here on `cd` may be something else, or happen unseen.
    case 'alias':
    case 'builtin':
    case 'command':
    case 'enable':
    case 'eval':
    case 'setopt':
    case 'trap':
      return mayMove(mover, name) ? lose(findings) : stayed(from);
    case 'shopt':
      if (/lastpipe/.test(mover.plain)) findings.movements.keepsLastOfPipe = true;
      // In a loop, the commands before it may already have moved the shell.
      return mayMove(mover, name) || (findings.movements.keepsLastOfPipe && findings.movements.moves > 0)
        ? lose(findings)
        : stayed(from);
    case 'mapfile':
    case 'readarray':
      return operands.some(mayCallBack) ? lose(findings) : stayed(from);
    case 'set':
      return operands.some(({ value }) => /P|physical/.test(value)) ? lose(findings) : stayed(from);
    case null:
      return lose(findings);
    default:
      // A sourced script may do anything if it is allowed to run: its final directory doesn't matter then.
      return stayed(from);
  }
}

/** A function of this name replaces the built-in. */
export function replacesMover(name: string): boolean {
  return ['cd', 'pushd', 'popd', 'chdir', 'builtin', 'command', 'exit'].includes(name);
}

function mayMove({ operands, plain }: Mover, name: string): boolean {
  return !operands.every(isLiteral) || /cd|chdir|pushd|popd|chase|eval|source/.test(plain.slice(name.length));
}

/** `mapfile -C 'cd x'` */
function mayCallBack(word: Word): boolean {
  return !isLiteral(word) || /^-[A-Za-z]*C/.test(word.value);
}

function lose(findings: Findings): Whereabouts {
  findings.movements.move();
  findings.movements.trustsCd = false;
  return LOST;
}

function go(name: 'cd' | 'pushd', words: readonly Word[], from: Directories, findings: Findings): Whereabouts {
  const operands = name === 'cd' ? withoutOptions(words) : words;
  const [operand, ...others] = operands;
  if (others.length > 0) return LOST;
  if (operand === undefined) return name === 'cd' ? { succeeded: stepInto('~', from), failed: from } : LOST;
  const step = literalPath(operand);
  if (step === null || /^[-+]/.test(step)) return LOST;
  // With symlinks on the way, `-P` leads elsewhere than the text says, and so does every `..` after it.
  const options = words.slice(0, words.length - operands.length);
  findings.movements.followsLinks ||= options.some(({ text }) => text.includes('P'));
  if ((findings.movements.followsLinks || options.length > 0) && /(?:^|\/)\.\.(?:\/|$)/.test(step)) return LOST;
  return { succeeded: stepInto(step, from), failed: from };
}

function withoutOptions(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ text }) => !/^-[PLe@]+$/.test(text));
  if (first === -1) return [];
  return words.slice(words[first]?.text === '--' ? first + 1 : first);
}

/** Anything but a number is refused, a redirect may fail, and the shell continues. */
function isSureExit({ operands, hasRedirects }: Mover): boolean {
  return !hasRedirects && operands.length <= 1 && operands.every(({ text }) => /^[0-9]+$/.test(text));
}
