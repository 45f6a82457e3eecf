import { constants, fstatSync, statSync } from 'node:fs';
import type { HostAdapter, HostReply } from '@caliban/adapters';
import { errorText } from '@caliban/calls/text';
import { BLOCKED_EXIT } from '../command-line/exit-codes.ts';
import { standardError, writeAll } from '../process/standard-output.ts';

/** The answer to the host: only the first one is sent. */
export class OneAnswer {
  /** As far as it is known. */
  payload: unknown;
  readonly #adapter: HostAdapter;
  #isGiven = false;

  constructor(adapter: HostAdapter) {
    this.#adapter = adapter;
  }

  give({ stdout, stderr, exitCode }: HostReply): void {
    if (this.#isGiven) return;
    this.#isGiven = true;
    process.exitCode = exitCode;
    standardError(stderr);
    try {
      writeAll(1, stdout);
      if (stdout !== '' && goesNowhere(1)) this.#blockUnheard('standard output leads nowhere');
    } catch (error) {
      this.#blockUnheard(errorText(error));
    }
  }

  /** The exit code is the other way to refuse; for most hosts only with text on standard error. */
  #blockUnheard(why: string): void {
    process.exitCode = BLOCKED_EXIT;
    standardError(`${checkFailed(`the answer could not be written: ${why}`)}\n`);
  }

  refuse(why: string): void {
    if (this.#isGiven) return;
    this.give(this.#adapter.reply({ action: 'deny', message: checkFailed(why) }, this.payload));
  }

  /** Regardless of what is still running. */
  refuseAndEnd(why: string): never {
    this.refuse(why);
    process.exit();
  }
}

/** Node replaces a closed output by the null device, and writing to that never fails. */
function goesNowhere(descriptor: number): boolean {
  // BigInt stats everywhere: mixing number and BigInt stats costs a second slow first call.
  const output = fstatSync(descriptor, { bigint: true });
  return (
    (Number(output.mode) & constants.S_IFMT) === constants.S_IFCHR &&
    output.rdev === statSync('/dev/null', { bigint: true }).rdev
  );
}

/** The text for the host if there is no verdict. */
export function checkFailed(why: string): string {
  return `${CHECK_FAILED}: ${why}`;
}

export const CHECK_FAILED = 'caliban: the permission check failed, so the call was refused';
