import { constants, fstatSync, statSync } from 'node:fs';
import type { HostAdapter, HostReply } from '@caliban/adapters';
import { errorText } from '@caliban/calls/text';
import { BLOCKED_EXIT } from '../command-line/exit-codes.ts';
import { standardError, writeAll } from '../process/standard-output.ts';

/** What the host hears: once, whatever comes first. */
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

  /** The exit code is the other way to say no; for most hosts only with something on standard error. */
  #blockUnheard(why: string): void {
    process.exitCode = BLOCKED_EXIT;
    standardError(`${checkFailed(`the answer could not be written: ${why}`)}\n`);
  }

  refuse(why: string): void {
    if (this.#isGiven) return;
    this.give(this.#adapter.reply({ action: 'deny', message: checkFailed(why) }, this.payload));
  }

  /** Whatever is still going on. */
  refuseAndEnd(why: string): never {
    this.refuse(why);
    process.exit();
  }
}

/** Node puts the null device in place of an output that was closed, and writing to that never fails. */
function goesNowhere(descriptor: number): boolean {
  // In big numbers like all that is looked up here: the first of either kind is ten times as dear as the next.
  const output = fstatSync(descriptor, { bigint: true });
  return (
    (Number(output.mode) & constants.S_IFMT) === constants.S_IFCHR &&
    output.rdev === statSync('/dev/null', { bigint: true }).rdev
  );
}

/** What a host reads when there is no verdict. */
export function checkFailed(why: string): string {
  return `${CHECK_FAILED}: ${why}`;
}

export const CHECK_FAILED = 'caliban: the permission check failed, so the call was refused';
