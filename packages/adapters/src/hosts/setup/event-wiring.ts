import type { JsonNode } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { HostName } from '../registry.ts';
import type { AlteredField, Wiring } from './host-setup.ts';
import { isCommandField, isTimeout, ownHandlers } from './own-items.ts';

/**
 * The state of our hook for one event. If there are several, the best decides: one that gets every call and whose answer is used
 * is enough.
 */
export function eventWiring(
  root: JsonNode,
  hook: { readonly event: string; readonly item: unknown },
  host: HostName,
): Wiring {
  const own = ownHandlers(root, hook.event, host);
  if (own.length === 0) return 'not-wired';
  const wide = own.filter(({ matcher }) => typeof matcher !== 'string' || ANY_CALL.has(matcher.trim()));
  if (wide.length === 0) return { onlyFor: [...new Set(own.map(({ matcher }) => matcher))].join(', ') };
  const altered = wide.map(({ fields }) => alteredFields(fields, installed(hook.item)));
  return altered.some(({ length }) => length === 0) ? 'wired' : { altered: altered[0] ?? [] };
}

const ANY_CALL: ReadonlySet<string> = new Set(['', '*', '.*']);

type Fields = Readonly<Record<string, unknown>>;

/** The handler that `install` writes: the item itself, or the handler inside it. */
function installed(item: unknown): Fields {
  if (!isRecord(item)) return {};
  return Array.isArray(item.hooks) ? installed(item.hooks[0]) : item;
}

/** Changes that keep the host from running our command for every call, or from waiting for its answer. */
function alteredFields(fields: Fields, wanted: Fields): readonly AlteredField[] {
  const names = [...new Set([...Object.keys(fields), ...Object.keys(wanted)])];
  return names
    .filter((name) => !isCommandField(name) && !HARMLESS.has(name) && !isAsGood(name, fields[name], wanted[name]))
    .map((name) => ({ name, is: fields[name], shouldBe: wanted[name] }));
}

const HARMLESS: ReadonlySet<string> = new Set(['cwd', 'description', 'env', 'name', 'statusMessage']);

/** A missing timeout is fine because the hosts' defaults are long enough, and `false` equals a missing field. */
function isAsGood(name: string, is: unknown, wanted: unknown): boolean {
  if (isTimeout(name)) return wanted === undefined || is === undefined || Number(is) >= Number(wanted);
  if (wanted === undefined) return is === false && name !== 'enabled';
  return is === wanted;
}
