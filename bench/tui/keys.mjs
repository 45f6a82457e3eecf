import { setTimeout } from 'node:timers/promises';
import { SIZE, startSession } from './program.mjs';

/** Milliseconds from a key to the screen that shows what it did: under a screen full of transcript, and under a long one. */
export async function measureKeys(scratch, { lines, keys }) {
  const replies = [SIZE.rows * 2, lines].map((count) => ({ text: transcript(count) }));
  const terminal = startSession(replies, scratch);
  try {
    await terminal.shows(/^> /m);
    await reply(terminal, SIZE.rows * 2);
    const short = await letters(terminal, keys);
    await reply(terminal, lines);
    return { short, letters: await letters(terminal, keys), pages: await pages(terminal, Math.ceil(keys / 5)) };
  } finally {
    await terminal.close();
  }
}

function transcript(lines) {
  return Array.from({ length: lines }, (_, at) => `line ${at + 1}: ${'the lamp burns '.repeat(1 + (at % 5))}`).join(
    '\n',
  );
}

async function reply(terminal, lines) {
  terminal.type('go on\r');
  await terminal.shows(`line ${lines}:`, 60_000);
  await terminal.shows(/^>\s*$/m);
}

/** One letter after the other into the prompt, which is emptied before it would wrap. */
async function letters(terminal, count) {
  const times = [];
  let typed = '';
  for (let index = 0; index < count; index++) {
    if (typed.length === 80) {
      terminal.press('ctrl+u');
      await terminal.shows(/^>\s*$/m);
      typed = '';
    }
    const letter = 'abcdefghijklmnopqrstuvwxyz'[index % 26];
    typed += letter;
    const shown = `> ${typed}`;
    times.push(
      await timed(
        () => terminal.press(letter),
        terminal,
        () => terminal.rows.some((row) => row === shown),
      ),
    );
  }
  terminal.press('ctrl+u');
  await terminal.shows(/^>\s*$/m);
  return times;
}

/** Up through the transcript, page by page. */
async function pages(terminal, count) {
  const times = [];
  for (let index = 0; index < count; index++) {
    const before = terminal.rows[0];
    times.push(
      await timed(
        () => terminal.press('pageup'),
        terminal,
        () => terminal.rows[0] !== before,
      ),
    );
  }
  return times;
}

/** Nobody types faster; a key that follows sooner waits for the next frame together with others. */
const BETWEEN_KEYS_MS = 60;

async function timed(act, terminal, isShown) {
  await setTimeout(BETWEEN_KEYS_MS);
  const from = performance.now();
  act();
  await terminal.shows(isShown);
  return performance.now() - from;
}
