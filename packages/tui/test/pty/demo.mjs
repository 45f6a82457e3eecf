// A session without an agent: what is prompted decides what is played. Run by the tests in a terminal of their own.
import { setTimeout as sleep } from 'node:timers/promises';
import { RuntimeRuleStore, SharedPermissionMode } from '@caliban/gate';
import { canDraw, PlainAskHandler, plainConsole, runPlain, runTui, TuiAskHandler } from '@caliban/tui';

const { values } = await import('node:util').then(({ parseArgs }) =>
  parseArgs({
    options: {
      latched: { type: 'boolean', default: false },
      plain: { type: 'boolean', default: false },
      prompt: { type: 'string' },
      lines: { type: 'string', default: '0' },
    },
  }),
);

const usage = { inputTokens: 1200, outputTokens: 34, cachedInputTokens: 0 };
const ended = (end) => ({ kind: 'ended', end, turns: 1, usage, denials: [] });
const finished = (id, name, end, text, more = {}) => ({
  kind: 'tool-finished',
  id,
  name,
  end,
  result: { toolUseId: id, toolName: name, text, isError: end !== 'ok' },
  tookMs: 5,
  ...more,
});

async function* play(prompt, signal) {
  const [word, ...rest] = prompt.split(' ');
  switch (word) {
    case 'stream':
      for (const piece of ['one ', 'two ', 'three']) {
        yield { kind: 'text', text: piece };
        await sleep(20);
      }
      break;
    case 'say':
      yield { kind: 'text', text: JSON.parse(rest.join(' ')) };
      break;
    case 'wait':
      yield { kind: 'tool-started', id: 'w', name: 'Bash', input: { command: 'sleep 60' } };
      yield { kind: 'tool-running', id: 'w' };
      await sleep(60_000, undefined, { signal }).catch(() => {});
      yield finished('w', 'Bash', 'aborted', 'interrupted');
      yield ended({ kind: 'interrupted' });
      return;
    case 'output': {
      const text = Array.from({ length: 40 }, (_, index) => `row ${index + 1}`).join('\n');
      yield { kind: 'tool-started', id: 'o', name: 'Bash', input: { command: 'seq 40' } };
      yield finished('o', 'Bash', 'ok', text);
      break;
    }
    case 'crash':
      setTimeout(() => {
        throw new Error('the demo crashes');
      });
      break;
    case 'deny':
      yield { kind: 'tool-started', id: 'd', name: 'Bash', input: { command: 'rm -rf /' } };
      yield finished('d', 'Bash', 'denied', 'Bash:rm * is denied: ask first');
      break;
    case 'edit':
      yield { kind: 'tool-started', id: 'e', name: 'Edit', input: { file_path: 'a.txt' } };
      yield finished('e', 'Edit', 'ok', 'edited', { diff: '@@ -1 +1 @@\n-old line\n+new line' });
      break;
    case 'ask': {
      const call = {
        tool: 'Bash',
        input: { command: 'ls' },
        subject: { kind: 'plain-command', text: 'ls' },
        access: 'execute',
        context: { workspace: '/w' },
        origin: {},
      };
      const answer = await askHandler.ask({ call, verdict: { action: 'ask', because: { kind: 'no-rule' } } }, signal);
      yield { kind: 'text', text: `answer: ${answer.kind} ${answer.kind === 'once' ? answer.action : answer.scope}` };
      break;
    }
    default:
      yield { kind: 'text', text: `heard: ${JSON.stringify(prompt)}` };
  }
  yield { kind: 'assistant', message: { role: 'assistant', parts: [] }, usage };
  yield ended({ kind: 'done', text: '' });
}

const history = [];
const mode = new SharedPermissionMode({ mode: 'default', latched: values.latched });
const parts = {
  conversation: {
    model: () => 'demo:model',
    models: () => ['demo:model', 'demo:other'],
    useModel: async (name) =>
      name === 'demo:other' ? { ok: true, value: name } : { ok: false, error: 'no such model' },
    run: play,
    async *compact(focus) {
      yield { kind: 'compacted', fromMessages: 9, toMessages: 3 };
      yield ended({ kind: 'done', text: focus });
    },
    clear() {},
    sessions: async () => [],
    resume: async () => ({ ok: false, error: 'no such session' }),
  },
  mode,
  rules: {
    runtime: new RuntimeRuleStore([]),
    list: async () => [],
    version: () => '',
    changedOnDisk: async () => [],
    undo: async () => null,
  },
  log: {
    recent: async () => [],
    search: async () => [],
    patternsFor: () => [],
    recentCalls: async () => [],
    advice: async () => null,
  },
  edits: async () => null,
  runCommand: async function* (command) {
    yield { kind: 'tool-started', id: 'c', name: 'Bash', input: { command } };
    yield finished('c', 'Bash', 'ok', `ran ${command}`);
    yield ended({ kind: 'done', text: '' });
  },
  completePath: async (written) =>
    ['src/app.ts', 'src/index.ts', 'README.md'].filter((path) => path.startsWith(written)),
  history: { entries: history, add: (prompt) => history.push(prompt) },
  onNotice() {},
  about: {
    version: '0.1.0',
    workspace: '/home/somebody/projects/caliban',
    notices: Array.from({ length: Number(values.lines) }, (_, index) => `line ${index + 1}`),
  },
};

const { stdin, stdout } = process;
const isPlain = values.plain || !canDraw({ stdin, stdout }, process.env);
const console_ = isPlain ? plainConsole({ input: stdin, output: stdout }) : null;
const askHandler = isPlain ? new PlainAskHandler(console_) : new TuiAskHandler();
const run = { parts, initialPrompt: values.prompt };
process.exitCode = isPlain
  ? await runPlain({ ...run, console: console_ })
  : await runTui({ ...run, askHandler, stdin, stdout });
console_?.close();
