import type { AgentEvent } from '@caliban/agent';
import { describe, expect, test } from 'vitest';
import { lineText } from '../../src/screen/line.ts';
import { Transcript } from '../../src/session/transcript.ts';
import { type Detail, visibleRows } from '../../src/session/viewport.ts';

const started = (id: string, name: string, input: unknown): AgentEvent => ({ kind: 'tool-started', id, name, input });
const running = (id: string): AgentEvent => ({ kind: 'tool-running', id });

function finished(
  id: string,
  name: string,
  end: 'ok' | 'error' | 'denied' | 'invalid' | 'aborted',
  text: string,
  diff?: string,
): AgentEvent {
  const result = { toolUseId: id, toolName: name, text, isError: end !== 'ok' };
  return { kind: 'tool-finished', id, name, end, result, tookMs: 12, ...(diff === undefined ? {} : { diff }) };
}

/** The screen after the events, 40 columns wide, three seconds after they came. */
function screen(
  events: readonly AgentEvent[],
  { detail = 'collapsed', rows = 50 }: { detail?: Detail; rows?: number } = {},
) {
  const transcript = new Transcript();
  for (const event of events) transcript.apply(event, 0);
  const view = { entries: transcript.entries, columns: 40, rows, detail, now: 3000 };
  return visibleRows(view, null).map(lineText);
}

const FORTY = Array.from({ length: 40 }, (_, index) => `row ${index + 1}`).join('\n');

describe('the transcript on the screen', () => {
  test.each<[string, readonly AgentEvent[], readonly string[]]>([
    [
      'text grows',
      [
        { kind: 'text', text: 'Hel' },
        { kind: 'text', text: 'lo' },
      ],
      ['Hello'],
    ],
    ['a call that is being checked has neither', [started('1', 'Bash', { command: 'make' })], ['• Bash make']],
    [
      'a running call has a spinner and its time',
      [started('1', 'Bash', { command: 'make' }), running('1')],
      ['⠸ Bash make · 3.0s'],
    ],
    [
      'a running call shows the end of its output',
      [
        started('1', 'Bash', { command: 'make' }),
        running('1'),
        { kind: 'tool-progress', id: '1', text: 'a\nb\nc\nd\n' },
      ],
      ['⠸ Bash make · 3.0s', '  b', '  c', '  d'],
    ],
    [
      'output is folded',
      [started('1', 'Bash', { command: 'seq 40' }), finished('1', 'Bash', 'ok', FORTY)],
      ['✓ Bash seq 40', '  row 1', '  row 2', '  row 3', '  … 37 more lines (ctrl+o)'],
    ],
    [
      'what was read is only counted',
      [started('1', 'Read', { file_path: 'a.ts' }), finished('1', 'Read', 'ok', FORTY)],
      ['✓ Read a.ts', '  … 40 lines (ctrl+o)'],
    ],
    [
      'a refusal says why',
      [started('1', 'Bash', { command: 'rm -rf /' }), finished('1', 'Bash', 'denied', 'the rule says no')],
      ['⊘ Bash rm -rf / · denied', '  the rule says no'],
    ],
    [
      'an edit shows its diff',
      [started('1', 'Edit', { file_path: 'a' }), finished('1', 'Edit', 'ok', 'edited', '@@ -1 +1 @@\n-old\n+new')],
      ['✓ Edit a', '  @@ -1 +1 @@', '  -old', '  +new'],
    ],
    [
      'a refusal before the start is shown, too',
      [finished('9', 'Bsh', 'invalid', 'there is no tool `Bsh`')],
      ['✗ Bsh · not a valid call', '  there is no tool `Bsh`'],
    ],
    ['thinking is folded', [{ kind: 'thinking', text: 'hm\nwell' }], ['thinking, 2 lines (ctrl+o)']],
    [
      'what a sub-agent does stands indented',
      [
        started('1', 'Agent', { prompt: 'look' }),
        running('1'),
        { kind: 'text', text: 'looking', agent: 'a', parentToolUseId: '1' },
        { ...started('1', 'Read', { file_path: 'x' }), agent: 'a', parentToolUseId: '1' },
      ],
      ['⠸ Agent look · 3.0s', '', '  looking', '  • Read x'],
    ],
    [
      'a retry is told',
      [{ kind: 'retrying', attempt: 2, afterMs: 1000, because: 'overloaded' }],
      ['trying again in 1.0s (attempt 2):', 'overloaded'],
    ],
    [
      'a summary is told',
      [{ kind: 'compacted', fromMessages: 40, toMessages: 6 }],
      ['the conversation was summarised: 40', 'messages became 6'],
    ],
    [
      'that of a sub-agent stands indented',
      [{ kind: 'compacted', fromMessages: 40, toMessages: 6, agent: 'a' }],
      ['  the conversation was summarised: 40', '  messages became 6'],
    ],
    [
      'a command that hides something shows it',
      [started('1', 'Bash', { command: 'echo a\n\u001b[2Jrm' })],
      ['• Bash echo a\\n\\e[2Jrm'],
    ],
    ['a tool with a forged name', [started('1', '\u001b[31mBash', { x: 1 })], ['• \\e[31mBash x: 1']],
  ])('%s', (_fact, events, rows) => {
    expect(screen(events)).toEqual(rows);
  });

  test('unfolded, everything is there', () => {
    const events = [started('1', 'Bash', { command: 'seq 40' }), finished('1', 'Bash', 'ok', FORTY)];
    expect(screen(events, { detail: 'last' })).toHaveLength(41);
    expect(screen([...events, { kind: 'thinking', text: 'hm' }], { detail: 'all' })).toContain('  row 40');
    expect(screen([...events, { kind: 'thinking', text: 'hm' }], { detail: 'last' })).not.toContain('  row 40');
  });

  test('long text is kept in pieces and reads as one', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    const transcript = new Transcript();
    for (const line of lines) transcript.apply({ kind: 'text', text: `${line}\n` }, 0);
    expect(transcript.entries.length).toBeGreaterThan(10);
    const view = { entries: transcript.entries, columns: 40, rows: 4000, detail: 'collapsed', now: 0 } as const;
    expect(visibleRows(view, null).map(lineText)).toEqual(lines);
  });

  test('calls that ran when everything ended are marked as ended', () => {
    const transcript = new Transcript();
    transcript.apply(started('1', 'Bash', { command: 'make' }), 0);
    transcript.settle();
    const view = { entries: transcript.entries, columns: 40, rows: 5, detail: 'collapsed', now: 9 } as const;
    expect(visibleRows(view, null).map(lineText)).toEqual(['- Bash make · interrupted']);
  });

  test('a saved conversation is shown again', () => {
    const transcript = new Transcript();
    transcript.replay([
      { role: 'user', text: 'hello' },
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'hi' },
          { kind: 'tool-use', id: '1', name: 'Bash', input: { command: 'ls' } },
        ],
      },
      { role: 'tool', results: [{ toolUseId: '1', toolName: 'Bash', text: 'a', isError: false }] },
    ]);
    const view = { entries: transcript.entries, columns: 40, rows: 9, detail: 'collapsed', now: 0 } as const;
    expect(visibleRows(view, null).map(lineText)).toEqual(['> hello', '', 'hi', '', '✓ Bash ls', '  a']);
  });
});
