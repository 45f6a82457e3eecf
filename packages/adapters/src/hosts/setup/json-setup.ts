import type { Result } from '@caliban/calls';
import type { JsonNode } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Host } from '../host.ts';
import { eventWiring } from './event-wiring.ts';
import { answerLine, type HookLine, hookLine } from './hook-command.ts';
import type { HookProgram, HostSetup, OffSwitch, Wiring } from './host-setup.ts';
import { addItem, addMember } from './json/add-to-json.ts';
import { plainValue } from './json/json-text.ts';
import { readJsonText } from './json/read-json-text.ts';
import { removeChild, wasThere } from './json/remove-from-json.ts';
import { type JsonSwitch, jsonSwitch } from './json-switch.ts';
import { type OwnItem, ownCommands, ownItem, ownTimeouts } from './own-items.ts';

export type JsonSetupParts = {
  readonly host: Pick<Host, 'name' | 'hookFile'>;
  /** The events that our hook decides. */
  readonly hooks: readonly string[];
  /** Additional events. Every call is judged without them too. */
  readonly extraHooks?: readonly string[];
  /** Events after a call, which record its outcome. The permission hook works without them. */
  readonly answers?: readonly string[];
  /** The item added to the list of each event. */
  readonly item: (line: HookLine) => object;
  /** The same for `answers`, if it differs. */
  readonly answerItem?: (line: HookLine) => object;
  /** What a new file needs besides. */
  readonly besides?: { readonly version: 1 };
  /** Settings that make the host run no hooks, or not ours, and their files. */
  readonly offSwitches?: Pick<OffSwitch, 'files'> & { readonly settings: readonly JsonSwitch[] };
};

/** A host that keeps its hooks in JSON, with or without comments: lists of items by event, under `hooks`. */
export function jsonSetup(parts: JsonSetupParts): HostSetup {
  const { host, hooks, extraHooks = [], answers = [], item, answerItem = item, besides, offSwitches } = parts;
  const { name } = host;
  const deciding = [...hooks, ...extraHooks];
  const every = [...deciding, ...answers];
  return {
    name,
    file: host.hookFile,
    install,
    uninstall,
    wiring,
    ...(offSwitches === undefined
      ? {}
      : { offSwitches: offSwitches.settings.map((setting) => jsonSwitch(setting, offSwitches.files)) }),
  };

  function itemFor(event: string, program: HookProgram): object {
    return answers.includes(event) ? answerItem(answerLine(program, name)) : item(hookLine(program, name));
  }

  function install(text: string | null, program: HookProgram): Result<string, string> {
    const wanted = program.recordsAnswers === false ? deciding : every;
    const whole = freshText(wanted.map((event) => itemFor(event, program)));
    if (text === null) return ok(`${whole}\n`);
    if (text.trim() === '') return ok(text + whole);
    let edited = withBesides(text);
    for (const event of wanted) if (edited.ok) edited = withHook(edited.value, event, program);
    return edited;
  }

  function uninstall(text: string): Result<string | null, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const items = every.map((event) => ownItem(root.value, event, name));
    if (items.every((item) => item === null)) return ok(text);
    const whole = freshText(items.map((item) => (item === null ? null : plainValue(item.node))));
    if (text === `${whole}\n`) return ok(null);
    if (text.endsWith(whole) && text.slice(0, -whole.length).trim() === '') return ok(text.slice(0, -whole.length));
    let edited: Result<string, string> = ok(text);
    for (const event of every.toReversed()) if (edited.ok) edited = withoutHook(edited.value, event);
    return edited.ok ? withoutBesides(edited.value) : edited;
  }

  function wiring(text: string): Result<Wiring, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const wirings = hooks.map((event) => eventWiring(root.value, { event, item: itemFor(event, ANY_PROGRAM) }, name));
    if (wirings.includes('not-wired')) return ok('not-wired');
    return ok(wirings.find((wiring) => wiring !== 'wired') ?? 'wired');
  }

  /**
   * Puts the fields in an order that doesn't arise when hooks are added to an existing file with `besides`: that is how we
   * recognise a file that is entirely ours.
   */
  function freshText(items: readonly unknown[]): string {
    // An event without an item was installed by an older version, or without answers.
    const lists = every.flatMap((event, index) => (items[index] == null ? [] : [[event, [items[index]]] as const]));
    return JSON.stringify({ hooks: Object.fromEntries(lists), ...besides }, null, 2);
  }

  function withHook(text: string, event: string, program: HookProgram): Result<string, string> {
    const item = itemFor(event, program);
    const root = readJsonText(text);
    if (!root.ok) return root;
    const own = ownItem(root.value, event, name);
    if (own === null) return addItem(text, root.value, ['hooks', event], item);
    // An older command of ours is updated; other changes to the item stay.
    const wanted = ownCommands(item, name);
    const commands = own.commands.map(({ start, end }, index) => ({
      ...{ start, end },
      text: JSON.stringify(wanted[index] ?? wanted[0] ?? ''),
    }));
    return ok(replaced(text, [...commands, ...(waitsLonger(program) ? tooShort(own, item) : [])]));
  }

  function withoutHook(text: string, event: string): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const own = ownItem(root.value, event, name);
    return own === null ? ok(text) : withoutHook(removeChild(text, own.places), event);
  }

  function withBesides(text: string): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    if (root.value.kind !== 'object') return fail('it is not an object; fix that first');
    const isEmpty = root.value.children.length === 0;
    return ok(isEmpty && besides !== undefined ? addMember(text, root.value, 'version', besides.version) : text);
  }

  /** Removes those fields too if nothing else is left and they were added to empty brackets. */
  function withoutBesides(text: string): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok || besides === undefined || root.value.kind !== 'object') return ok(text);
    const [only, ...others] = root.value.children;
    const isAlone = only?.key === 'version' && others.length === 0 && wasThere(root.value);
    const isOurs = isAlone && text.slice(root.value.start, only.start).includes('\n');
    return ok(isOurs ? removeChild(text, [{ child: only, container: root.value }]) : text);
  }
}

type Replacement = { readonly start: number; readonly end: number; readonly text: string };

/** Otherwise the user's own change of the timeout stays. */
function waitsLonger({ waitSeconds, client }: HookProgram): boolean {
  return waitSeconds !== undefined || client !== undefined;
}

/** With this timeout the host would continue before the hook has its answer. */
function tooShort({ timeouts }: OwnItem, item: unknown): readonly Replacement[] {
  const [wanted] = ownTimeouts(item);
  if (wanted === undefined) return [];
  const isTooShort = (node: JsonNode) => {
    const value = plainValue(node);
    return typeof value === 'number' && value < wanted;
  };
  return timeouts.filter(isTooShort).map(({ start, end }) => ({ start, end, text: String(wanted) }));
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  return [...replacements]
    .sort((one, other) => other.start - one.start)
    .reduce((edited, { start, end, text: by }) => edited.slice(0, start) + by + edited.slice(end), text);
}

/** For the fields beside the command. */
const ANY_PROGRAM: HookProgram = { words: [], isWindows: false };
