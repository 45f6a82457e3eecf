import type { RuleEditor, SessionServices } from '@caliban/agent/session';
import { absolutePath, describeCall, type ToolCall } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import {
  createRuleBook,
  DEFAULT_RULES,
  explain,
  judge,
  parsePattern,
  type Question,
  type Rule,
  RuntimeRuleStore,
  type Scope,
  SharedPermissionMode,
} from '@caliban/gate';
import { render } from 'ink-testing-library';
import type { ReactElement } from 'react';
import type { Timer } from '../../src/fields/clock-timer.ts';
import { TimerContext } from '../../src/fields/timer.ts';
import { KeyDecoder } from '../../src/input/key-decoder.ts';
import { KeyHub } from '../../src/input/key-hub.ts';
import { KeyHubContext } from '../../src/input/use-keys.ts';

/** Time that passes only when told to. */
export class HandTimer implements Timer {
  #waiting: { readonly due: number; readonly then: () => void }[] = [];
  #now = 0;

  after(ms: number, then: () => void): () => void {
    const entry = { due: this.#now + ms, then };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== entry);
    };
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#waiting.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.due);
      next.then();
    }
    this.#now = end;
  }
}

/** A component with real keys under it: bytes go in, frames come out. */
export async function onStage(element: ReactElement) {
  const hub = new KeyHub();
  const timer = new HandTimer();
  const screen = render(
    <TimerContext.Provider value={timer}>
      <KeyHubContext.Provider value={hub}>{element}</KeyHubContext.Provider>
    </TimerContext.Provider>,
  );
  await settled();
  return {
    /** One chunk, as a terminal would send it. */
    async type(bytes: string) {
      const decoder = new KeyDecoder();
      for (const press of [...decoder.feed(bytes), ...decoder.flush()]) hub.dispatch(press);
      await settled();
    },
    async pass(ms: number) {
      timer.pass(ms);
      await settled();
    },
    frame: () => screen.lastFrame() ?? '',
    frames: screen.frames,
    unmount: () => screen.unmount(),
  };
}

export const UP = '\u001b[A';
export const DOWN = '\u001b[B';
export const RIGHT = '\u001b[C';
export const LEFT = '\u001b[D';
export const PAGE_DOWN = '\u001b[6~';
export const PAGE_UP = '\u001b[5~';
export const ESCAPE = '\u001b';
export const ENTER = '\r';

/** React works in tasks and promises; after a few rounds nothing is left to do. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const WORKSPACE = absolutePath('/work/space');

export function call(tool: string, input: unknown, agent?: string): ToolCall {
  const origin = agent === undefined ? {} : { agent };
  return describeCall({ tool, input, context: { workspace: WORKSPACE }, origin });
}

export function bash(command: string): ToolCall {
  return call('Bash', { command });
}

/** `project allow Bash:git *` */
export function rule(text: string, more: Partial<Rule> = {}): Rule {
  const [layer = '', action = '', ...pattern] = text.split(' ');
  const parsed = parsePattern(pattern.join(' '));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return {
    pattern: parsed.value,
    action: action as Rule['action'],
    source: { layer: layer as Rule['source']['layer'], file: `/work/space/${layer}.toml`, line: 3 },
    ...more,
  };
}

export function questionFor(asked: ToolCall, rules: readonly Rule[] = DEFAULT_RULES): Question {
  return { call: asked, verdict: judge(createRuleBook(rules), asked) };
}

const FILES = {
  session: null,
  local: '/work/space/.caliban/permissions.local.toml',
  project: '/work/space/.caliban/permissions.toml',
  user: '/home/me/.config/caliban/permissions.toml',
};

export function partsWith(more: {
  readonly runtime?: RuntimeRuleStore;
  readonly rules?: Partial<RuleEditor>;
  readonly log?: Partial<SessionServices['log']>;
  readonly edits?: SessionServices['edits'];
  readonly mode?: SharedPermissionMode;
}): SessionServices {
  const runtime = more.runtime ?? new RuntimeRuleStore(DEFAULT_RULES);
  const done = async () => ok({ done: 'done' });
  return {
    rules: {
      runtime,
      list: async () => [],
      fileOf: (scope: Scope) => FILES[scope],
      version: () => '',
      changedOnDisk: async () => [],
      add: done,
      edit: done,
      remove: done,
      move: done,
      promote: done,
      undo: async () => null,
      explain: async (tool: string, input: string) => {
        const asked = call(tool, { command: input });
        return ok({ call: asked, walk: explain(DEFAULT_RULES, asked) });
      },
      ...more.rules,
    },
    log: {
      recent: async () => [],
      search: async () => [],
      patternsFor: () => [],
      recentCalls: async () => [],
      advice: async () => null,
      ...more.log,
    },
    about: { version: '0.0.0', workspace: '/w', notices: [] },
    edits: more.edits ?? (async () => null),
    mode: more.mode ?? new SharedPermissionMode({ mode: 'default', latched: false }),
    // The overlay and the modal reach for nothing else.
  } as unknown as SessionServices;
}
