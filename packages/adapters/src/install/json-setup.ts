import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { eventWiring } from './event-wiring.ts';
import type { HookProgram, HostSetup, OffSwitch, Wiring } from './host-setup.ts';
import { addItem, addMember } from './json/add-to-json.ts';
import { plainValue } from './json/json-text.ts';
import { readJsonText } from './json/read-json-text.ts';
import { removeChild, wasThere } from './json/remove-from-json.ts';
import { type JsonSwitch, jsonSwitch } from './json-switch.ts';
import { type HookList, ownCommands, ownItem } from './own-items.ts';

type HookEntry = HookList & {
  readonly item: (program: HookProgram) => unknown;
  /** Every call is judged without it too. */
  readonly isExtra?: true;
};

export type JsonSetupParts = Pick<HostSetup, 'name' | 'file'> & {
  readonly hooks: readonly HookEntry[];
  /** For events after a call, which record what happened to it. The permission hook works without them. */
  readonly answers?: readonly HookEntry[];
  /** What an empty file needs besides. */
  readonly besides?: { readonly version: 1 };
  /** Where files may tell the host to run no hooks, or not ours. */
  readonly offSwitches?: Pick<OffSwitch, 'files'> & { readonly settings: readonly JsonSwitch[] };
};

/** A host that keeps its hooks in JSON, with or without comments. */
export function jsonSetup({ name, file, hooks, answers = [], besides, offSwitches }: JsonSetupParts): HostSetup {
  const every = [...hooks, ...answers];
  return {
    name,
    file,
    install,
    uninstall,
    wiring,
    ...(offSwitches === undefined
      ? {}
      : { offSwitches: offSwitches.settings.map((setting) => jsonSwitch(setting, offSwitches.files)) }),
  };

  function install(text: string | null, program: HookProgram): Result<string, string> {
    const wanted = program.recordsAnswers === false ? hooks : every;
    const whole = freshText(wanted.map(({ item }) => item(program)));
    if (text === null) return ok(`${whole}\n`);
    if (text.trim() === '') return ok(text + whole);
    let edited = withBesides(text);
    for (const hook of wanted) if (edited.ok) edited = withHook(edited.value, hook, hook.item(program));
    return edited;
  }

  function uninstall(text: string): Result<string | null, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const items = every.map((hook) => ownItem(root.value, hook, name));
    if (items.every((item) => item === null)) return ok(text);
    const whole = freshText(items.map((item) => (item === null ? null : plainValue(item.node))));
    if (text === `${whole}\n`) return ok(null);
    if (text.endsWith(whole) && text.slice(0, -whole.length).trim() === '') return ok(text.slice(0, -whole.length));
    let edited: Result<string, string> = ok(text);
    for (const hook of every.toReversed()) if (edited.ok) edited = withoutHook(edited.value, hook);
    return edited.ok ? withoutBesides(edited.value) : edited;
  }

  function wiring(text: string): Result<Wiring, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const wirings = hooks
      .filter(({ isExtra }) => isExtra !== true)
      .map(({ path, item }) => eventWiring(root.value, { path, item: item(ANY_PROGRAM) }, name));
    if (wirings.includes('not-wired')) return ok('not-wired');
    return ok(wirings.find((wiring) => wiring !== 'wired') ?? 'wired');
  }

  /** In an order that does not come about when hooks are added to a file with `besides` in it: ours is known by its text. */
  function freshText(items: readonly unknown[]): string {
    const whole: Record<string, Record<string, unknown>> = {};
    for (const [index, { path }] of every.entries()) {
      // Installed by an older version, or without answers.
      if (items[index] == null) continue;
      const [outer, inner] = path;
      whole[outer] = { ...whole[outer], [inner]: [items[index]] };
    }
    return JSON.stringify({ ...whole, ...besides }, null, 2);
  }

  function withHook(text: string, hook: HookList, item: unknown): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const own = ownItem(root.value, hook, name);
    if (own === null) return addItem(text, root.value, hook.path, item);
    // An older command of ours is brought up to date; what else was made of the item stays.
    const wanted = ownCommands(item, name);
    return ok(
      own.commands.reduceRight((edited, { start, end }, index) => {
        const command = wanted[index] ?? wanted[0] ?? '';
        return edited.slice(0, start) + JSON.stringify(command) + edited.slice(end);
      }, text),
    );
  }

  function withoutHook(text: string, hook: HookList): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    const own = ownItem(root.value, hook, name);
    return own === null ? ok(text) : withoutHook(removeChild(text, own.places), hook);
  }

  function withBesides(text: string): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok) return root;
    if (root.value.kind !== 'object') return fail('it is not an object; put that right first');
    const isEmpty = root.value.children.length === 0;
    return ok(isEmpty && besides !== undefined ? addMember(text, root.value, 'version', besides.version) : text);
  }

  /** Ours too, if nothing else is left and it went into empty brackets. */
  function withoutBesides(text: string): Result<string, string> {
    const root = readJsonText(text);
    if (!root.ok || besides === undefined || root.value.kind !== 'object') return ok(text);
    const [only, ...others] = root.value.children;
    const isAlone = only?.key === 'version' && others.length === 0 && wasThere(root.value);
    const isOurs = isAlone && text.slice(root.value.start, only.start).includes('\n');
    return ok(isOurs ? removeChild(text, [{ child: only, container: root.value }]) : text);
  }
}

/** For what stands beside the command. */
const ANY_PROGRAM: HookProgram = { words: [], isWindows: false };
