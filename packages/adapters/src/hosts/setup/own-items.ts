import type { JsonChild, JsonNode } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { HostName } from '../registry.ts';
import { isHookCommand } from './hook-command.ts';
import { type JsonContainer, memberOf, plainValue } from './json/json-text.ts';
import type { ChildPlace } from './json/remove-from-json.ts';

export type OwnItem = {
  readonly node: JsonNode;
  readonly commands: readonly JsonNode[];
  /** Timeouts of the same handlers. */
  readonly timeouts: readonly JsonNode[];
  /** What to remove: the item, or only our part of it if others have added theirs; the innermost place first. */
  readonly places: readonly [ChildPlace, ...ChildPlace[]];
};

/** The item that runs our hook, if there is one. */
export function ownItem(root: JsonNode, event: string, host: HostName): OwnItem | null {
  const hooks = memberOf(root, 'hooks');
  const list = memberOf(hooks?.value, event);
  if (root.kind !== 'object' || hooks?.value.kind !== 'object' || list?.value.kind !== 'list') return null;
  const item = list.value.children.find(({ value }) => commandsIn(value, host).length > 0);
  if (item === undefined) return null;
  const places: [ChildPlace, ...ChildPlace[]] = [
    { child: item, container: list.value },
    { child: list, container: hooks.value },
    { child: hooks, container: root },
  ];
  const shared = sharedHandler(item, host);
  const timeouts = timeoutsIn(item.value, host);
  return {
    node: item.value,
    commands: commandsIn(item.value, host),
    timeouts,
    places: shared === null ? places : [shared],
  };
}

/** The handler that runs our hook, with the matcher around it. */
export type OwnHandler = { readonly matcher: unknown; readonly fields: Readonly<Record<string, unknown>> };

export function ownHandlers(root: JsonNode, event: string, host: HostName): readonly OwnHandler[] {
  const list = memberOf(memberOf(root, 'hooks')?.value, event)?.value;
  if (list?.kind !== 'list') return [];
  return list.children.flatMap(({ value: item }) => {
    const { matcher, hooks, sequential, ...beside } = fieldsOf(item);
    const handlers = Array.isArray(hooks) ? memberOf(item, 'hooks')?.value : undefined;
    const starting = handlers?.kind === 'list' ? handlers.children.map(({ value }) => value) : [item];
    return starting
      .filter((handler) => commandsIn(handler, host).length > 0)
      .map((handler) => ({ matcher, fields: handler === item ? beside : { ...beside, ...fieldsOf(handler) } }));
  });
}

function fieldsOf(node: JsonNode): Readonly<Record<string, unknown>> {
  const value = plainValue(node);
  return isRecord(value) ? value : {};
}

/** An item may contain several handlers, not all of them ours. */
function sharedHandler({ value }: JsonChild, host: HostName): ChildPlace | null {
  const handlers = memberOf(value, 'hooks')?.value;
  if (handlers?.kind !== 'list' || handlers.children.length < 2) return null;
  const child = handlers.children.find((handler) => commandsIn(handler.value, host).length > 0);
  return child === undefined ? null : { child, container: handlers satisfies JsonContainer };
}

/** Only commands are checked: other fields, such as a message, may quote one of ours. */
function commandsIn(node: JsonNode, host: HostName): readonly JsonNode[] {
  const handlers = memberOf(node, 'hooks')?.value;
  const own = node.kind === 'object' ? node.children.filter(({ key }) => isCommandField(key)) : [];
  const commands = own.map(({ value }) => value).filter((value) => isOwnCommand(plainValue(value), host));
  return handlers?.kind === 'list'
    ? [...commands, ...handlers.children.flatMap(({ value }) => commandsIn(value, host))]
    : commands;
}

/** Only of our handlers: another one may share the item. */
function timeoutsIn(node: JsonNode, host: HostName): readonly JsonNode[] {
  if (node.kind === 'list') return node.children.flatMap(({ value }) => timeoutsIn(value, host));
  if (node.kind !== 'object') return [];
  const isOwn = node.children.some(({ key, value }) => isCommandField(key) && isOwnCommand(plainValue(value), host));
  return node.children.flatMap(({ key, value }) => {
    if (key === 'hooks') return timeoutsIn(value, host);
    return isOwn && isTimeout(key) ? [value] : [];
  });
}

/** Of an item that is about to be written. */
export function ownTimeouts(item: unknown): readonly number[] {
  if (Array.isArray(item)) return item.flatMap(ownTimeouts);
  if (!isRecord(item)) return [];
  return Object.entries(item).flatMap(([key, value]) => {
    if (key === 'hooks') return ownTimeouts(value);
    return isTimeout(key) && typeof value === 'number' ? [value] : [];
  });
}

export function isTimeout(key: string | null): boolean {
  return key?.startsWith('timeout') === true;
}

/** The same for an item that isn't written yet. */
export function ownCommands(item: unknown, host: HostName): readonly string[] {
  if (Array.isArray(item)) return item.flatMap((each) => ownCommands(each, host));
  if (!isRecord(item)) return [];
  return Object.entries(item).flatMap(([key, value]) => {
    if (key === 'hooks') return ownCommands(value, host);
    return isCommandField(key) && isOwnCommand(value, host) ? [value] : [];
  });
}

export function isCommandField(key: string | null): boolean {
  return key === 'command' || key === 'bash' || key === 'powershell';
}

function isOwnCommand(value: unknown, host: HostName): value is string {
  return typeof value === 'string' && isHookCommand(value, host);
}
