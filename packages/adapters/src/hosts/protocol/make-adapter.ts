import { errorText } from '@caliban/calls/text';
import { fail } from '@caliban/calls/types';
import type { HostAdapter } from '../host-adapter.ts';
import { blocked } from './host-replies.ts';

/** Adds checks that apply to every host. */
export function makeAdapter(adapter: HostAdapter): HostAdapter {
  return { ...adapter, read, readAnswer, reply };

  /** A payload may contain a getter that throws; that is invalid input like any other. */
  function read(payload: unknown): ReturnType<HostAdapter['read']> {
    try {
      return adapter.read(payload);
    } catch (error) {
      return fail(`the payload cannot be read: ${errorText(error)}`);
    }
  }

  function readAnswer(payload: unknown): ReturnType<HostAdapter['readAnswer']> {
    try {
      return adapter.readAnswer(payload);
    } catch {
      return null;
    }
  }

  /** A payload that couldn't be read is always refused, whatever was decided. */
  function reply(...[outcome, payload]: Parameters<HostAdapter['reply']>): ReturnType<HostAdapter['reply']> {
    try {
      return adapter.reply(read(payload).ok ? outcome : { ...outcome, action: 'deny' }, payload);
    } catch {
      return blocked(outcome.message);
    }
  }
}
