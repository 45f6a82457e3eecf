import type { JsonChild, JsonNode } from '@caliban/gate/internal/text/read-jsonc';
import { isRecord } from '@caliban/gate/internal/types/json';
import type { HostName } from '../hosts/host-adapter.ts';
import { isHookCommand } from './hook-command.ts';
import { type JsonContainer, memberOf, plainValue } from './json/json-text.ts';
import type { ChildPlace } from './json/remove-from-json.ts';

/** Where a host keeps the hooks of one event. */
export type HookList = { readonly path: readonly [string, string] };

export type OwnItem = {
  readonly node: JsonNode;
  readonly commands: readonly JsonNode[];
  /** What to take out: the item, or our part of it where others have joined in; the innermost place first. */
  readonly places: readonly [ChildPlace, ...ChildPlace[]];
};

/** The item that runs us, if there is one. */
export function ownItem(root: JsonNode, { path: [outer, inner] }: HookList, host: HostName): OwnItem | null {
  const hooks = memberOf(root, outer);
  const list = memberOf(hooks?.value, inner);
  if (root.kind !== 'object' || hooks?.value.kind !== 'object' || list?.value.kind !== 'list') return null;
  const item = list.value.children.find(({ value }) => commandsIn(value, host).length > 0);
  if (item === undefined) return null;
  const places: [ChildPlace, ...ChildPlace[]] = [
    { child: item, container: list.value },
    { child: list, container: hooks.value },
    { child: hooks, container: root },
  ];
  const shared = sharedHandler(item, host);
  return { node: item.value, commands: commandsIn(item.value, host), places: shared === null ? places : [shared] };
}

/** What starts us, with the fields beside the command, and the matcher around it. */
export type OwnHandler = { readonly matcher: unknown; readonly fields: Readonly<Record<string, unknown>> };

export function ownHandlers(root: JsonNode, { path }: HookList, host: HostName): readonly OwnHandler[] {
  const list = path.reduce<JsonNode | undefined>((outer, key) => memberOf(outer, key)?.value, root);
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

/** An item may hold several handlers, and not all of them ours. */
function sharedHandler({ value }: JsonChild, host: HostName): ChildPlace | null {
  const handlers = memberOf(value, 'hooks')?.value;
  if (handlers?.kind !== 'list' || handlers.children.length < 2) return null;
  const child = handlers.children.find((handler) => commandsIn(handler.value, host).length > 0);
  return child === undefined ? null : { child, container: handlers satisfies JsonContainer };
}

/** What else stands in an item is nobody's command: a message may well quote one of ours. */
function commandsIn(node: JsonNode, host: HostName): readonly JsonNode[] {
  const handlers = memberOf(node, 'hooks')?.value;
  const own = node.kind === 'object' ? node.children.filter(({ key }) => isCommandField(key)) : [];
  const commands = own.map(({ value }) => value).filter((value) => isOwnCommand(plainValue(value), host));
  return handlers?.kind === 'list'
    ? [...commands, ...handlers.children.flatMap(({ value }) => commandsIn(value, host))]
    : commands;
}

/** The same of an item that is not written yet. */
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
