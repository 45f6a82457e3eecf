import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startDemo } from './start-demo.ts';
import type { TerminalOptions, TestTerminal } from './terminal.ts';

let open: TestTerminal[] = [];

afterEach(async () => {
  await Promise.all(open.map((terminal) => terminal.close()));
  open = [];
});

async function session(args: readonly string[] = [], options: TerminalOptions = {}): Promise<TestTerminal> {
  const terminal = await startDemo(args, options);
  open.push(terminal);
  await terminal.shows(/^>/m);
  return terminal;
}

function send(terminal: TestTerminal, text: string): void {
  terminal.type(text);
  terminal.press('enter');
}

describe('the session in a terminal', () => {
  test('streams, shows what runs, is interrupted, and leaves the terminal as it was', async () => {
    const terminal = await session();
    expect(terminal.buffer).toBe('alternate');
    send(terminal, 'stream');
    await terminal.shows('one two three');
    send(terminal, 'wait');
    await terminal.shows(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Bash sleep 60 · \d/);
    await terminal.shows('working · esc interrupts');
    send(terminal, 'stream');
    await terminal.shows('queued: stream');
    terminal.press('escape');
    await terminal.shows('- Bash sleep 60 · interrupted');
    await terminal.shows(/^> stream\s*$/m);
    terminal.press('ctrl+c', 'ctrl+c');
    expect(await terminal.exited).toBe(0);
    expect(terminal.buffer).toBe('normal');
    expect(terminal.text).toContain('one two three');
    for (const end of ['\u001b[?2004l', '\u001b[<u', '\u001b[>4;0m', '\u001b[?25h', '\u001b[?1049l']) {
      expect(terminal.raw.slice(terminal.raw.lastIndexOf('working'))).toContain(end);
    }
  });

  test("the model's text is shown, not obeyed", async () => {
    const terminal = await session();
    const text = '\u001b[31mred \u001b]0;forged\u0007\u001b[2J\u001b[1;1Hhome \u202eevil\u009b5m';
    send(terminal, `say ${JSON.stringify(text)}`);
    // The prompt itself shows the JSON; the answer spells the characters out.
    await terminal.shows('\\e[31mred \\e]0;forged\\u{7}\\e[2J\\e[1;1Hhome \\u{202e}evil\\u{9b}5m');
    expect(terminal.titles).toEqual([]);
    expect(terminal.cellsOf('\\e[31mred')[7]).toEqual({ text: 'e', colour: null, bold: false });
  });

  test('Markdown of the agent is drawn, and hostile text in it is not obeyed', async () => {
    const terminal = await session();
    const text = '# Title\n\n- **a** `b`\n\n| x | y |\n|---|---|\n| 1 | \u001b[2J |\n\n```sh\nls\u001b]0;x\u0007\n```';
    send(terminal, `say ${JSON.stringify(text)}`);
    await terminal.shows('╰─');
    const rows = terminal.rows.slice(terminal.rows.indexOf('Title'));
    expect(rows.slice(0, 10)).toEqual([
      ...['Title', '', '• a b', '', 'x │ y', '──┼──────', '1 │ \\e[2J', '', '╭ sh', '│ ls\\e]0;x\\u{7}'],
    ]);
    expect(terminal.cellsOf('Title')[0]).toEqual({ text: 'T', colour: null, bold: true });
    expect(terminal.cellsOf('• a b').map(({ bold, colour }) => [bold, colour])).toEqual([
      [false, null],
      [false, null],
      [true, null],
      [false, null],
      [false, 6],
    ]);
    expect(terminal.titles).toEqual([]);
  });

  test('a paste with control characters is shown, not obeyed, and sends nothing', async () => {
    const terminal = await session();
    terminal.paste('a\u001b[2Jb\nc');
    await terminal.shows(/^> a\\e\[2Jb\n {2}c/m);
    terminal.paste('x\n'.repeat(120));
    await terminal.shows('c[pasted 121 lines]');
  });

  test('output unfolds and folds, refusals say why, edits have colours', async () => {
    const terminal = await session();
    send(terminal, 'output');
    await terminal.shows('… 37 more lines (ctrl+o)');
    terminal.press('ctrl+o');
    await terminal.shows('row 40');
    terminal.press('pageup');
    await terminal.shows('row 18');
    terminal.press('pagedown', 'ctrl+o', 'ctrl+o');
    await terminal.shows('… 37 more lines (ctrl+o)');
    send(terminal, 'deny');
    await terminal.shows('⊘ Bash rm -rf / · denied');
    expect(terminal.cellsOf('ask first')[0]?.colour).toBe(1);
    send(terminal, 'edit');
    await terminal.shows('+new line');
    expect(terminal.cellsOf('-old line')[0]?.colour).toBe(1);
    expect(terminal.cellsOf('+new line')[0]?.colour).toBe(2);
  });

  test('every mode has its chip, the latch is seen in all of them and can be dropped', async () => {
    const terminal = await session(['--latched']);
    for (const [mode, colour, bold] of [
      ['acceptEdits', 2, false],
      ['plan', 6, false],
      ['auto', 4, false],
      ['dontAsk', 3, true],
      ['bypassPermissions', 1, true],
    ] as const) {
      terminal.press('shift+tab');
      if (bold) {
        await terminal.shows(`press Shift+Tab again for ${mode}`);
        terminal.press('shift+tab');
      }
      await terminal.shows(`[${mode}]`);
      expect(terminal.cellsOf(`[${mode}]`)[1]).toMatchObject({ colour, bold });
      expect(terminal.cellsOf('[bypass latch]')[1]).toMatchObject({ colour: 1 });
      expect(terminal.text).toContain(`mode: ${mode}`);
    }
    terminal.press('ctrl+shift+b');
    await terminal.shows('bypass latch dropped for the rest of the session; mode: default');
    expect(terminal.text).not.toContain('[bypass latch]');
    expect(terminal.text).not.toContain('[bypassPermissions]');
  });

  test.each(['ctrl+shift+b, upper case', 'ctrl+shift+b, xterm', 'ctrl+shift+b, xterm lower case'])(
    '%s drops the latch, too',
    async (key) => {
      const terminal = await session(['--latched']);
      terminal.press(key);
      await terminal.shows('bypass latch dropped');
    },
  );

  test('the cursor is where the next letter goes, after wide characters, too', async () => {
    const terminal = await session();
    terminal.type('漢字e\u0301');
    await terminal.shows('漢字');
    await terminal.shows(() => terminal.cursor.column === 7);
    terminal.press('home');
    await terminal.shows(() => terminal.cursor.column === 2);
  });

  test('commands, their menu, and !command', async () => {
    const terminal = await session();
    terminal.type('/mo');
    await terminal.shows('❯ /mode');
    terminal.press('tab');
    await terminal.shows('bypassPermissions');
    send(terminal, 'plan');
    await terminal.shows('[plan]');
    send(terminal, '/permisions');
    await terminal.shows('did you mean `/permissions`?');
    send(terminal, '!date');
    await terminal.shows('ran date');
    terminal.type('see @src');
    await terminal.shows('❯ src/app.ts');
    terminal.press('enter');
    await terminal.shows('> see @src/app.ts');
  });
});

describe('other sizes and terminals', () => {
  test('resizing while something runs keeps the screen right', async () => {
    const terminal = await session(['--lines', '50']);
    send(terminal, 'wait');
    await terminal.shows('Bash sleep 60');
    for (const [columns, rows] of [
      [100, 30],
      [40, 10],
      [60, 12],
      [60, 20],
    ] as const) {
      terminal.resize(columns, rows);
      await terminal.shows((screen) => {
        // Nor is it ever blank on the way.
        expect(screen).toContain('sleep 60');
        const lines = screen.split('\n');
        return (
          /demo:model/.test(lines.at(-1) ?? '') && lines.filter((line) => line.includes('demo:model')).length === 1
        );
      });
      await terminal.shows((screen) => screen.split('> wait').length === 2);
    }
  });

  test('resized while it draws, it shows what a session of that size shows', async () => {
    const [shaken, calm] = await Promise.all([
      session(['--lines', '50']),
      session(['--lines', '50'], { columns: 50, rows: 20 }),
    ]);
    for (const [round, sizes] of SHAKES.entries()) {
      const text = `round ${round} ${'with words '.repeat(4)}END${round}`;
      for (const [columns, rows] of sizes) {
        shaken.resize(columns, rows);
        await sleep(round * 3);
      }
      // Both at once: the letters are drawn for the old size, or for the new one, or for none.
      shaken.resize(50, 20);
      shaken.type(text);
      calm.type(text);
      await calm.shows(`END${round}\n[default] demo:model`);
      await shaken.shows((screen) => screen === calm.text);
    }
  });

  test.each([
    [40, 10],
    [20, 5],
    [10, 3],
  ])('%i columns, %i rows', async (columns, rows) => {
    const terminal = await session(['--latched'], { columns, rows });
    send(terminal, 'output');
    terminal.press('shift+tab');
    await terminal.shows('[accept');
    terminal.press('ctrl+d');
    expect(await terminal.exited).toBe(0);
  });

  test("the shell's scrollback is never cleared", async () => {
    const terminal = await session();
    send(terminal, 'stream');
    await terminal.shows('one two three');
    expect(terminal.raw).not.toContain('\u001b[3J');
  });

  test('NO_COLOR: no colours at all', async () => {
    const terminal = await session(['--latched'], { env: { NO_COLOR: '1' } });
    terminal.press('shift+tab');
    await terminal.shows('[acceptEdits]');
    send(terminal, 'edit');
    await terminal.shows('+new line');
    expect(terminal.raw.match(/\u001b\[[\d;]*[1-9][\d;]*m/g) ?? []).toEqual([]);
  });

  test('CI in the environment does not keep it from drawing', async () => {
    const terminal = await session([], { env: { CI: 'true' } });
    expect(terminal.text).toContain('demo:model');
  });

  test('TERM=dumb gets the plain session', async () => {
    const terminal = await startDemo([], { env: { TERM: 'dumb' } });
    open.push(terminal);
    await terminal.shows('plain; /help lists commands');
    expect(terminal.raw).not.toMatch(/\u001b/);
  });

  test('a crash restores the terminal before it is reported', async () => {
    const terminal = await session();
    send(terminal, 'crash');
    expect(await terminal.exited).not.toBe(0);
    expect(terminal.buffer).toBe('normal');
    expect(terminal.text).toContain('the demo crashes');
    expect(terminal.raw).toContain('\u001b[?2004l');
  });

  test('a signal ends it in order', async () => {
    const terminal = await session();
    terminal.signal('SIGTERM');
    expect(await terminal.exited).toBe(143);
    expect(terminal.buffer).toBe('normal');
  });
});

const SHAKES: readonly (readonly (readonly [columns: number, rows: number])[])[] = [
  [],
  [[100, 30]],
  [[80, 24]],
  [[120, 12]],
  [
    [30, 8],
    [120, 40],
  ],
  [
    [40, 40],
    [60, 24],
    [51, 20],
  ],
];
