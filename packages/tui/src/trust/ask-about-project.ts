import type { ProjectListing } from '@caliban/agent/session';
import { ARMING_MS } from '../fields/arming-ms.ts';
import { clockTimer, type Timer } from '../fields/clock-timer.ts';
import type { KeyPress } from '../input/key.ts';
import { KeyHub } from '../input/key-hub.ts';
import { readKeys } from '../input/terminal-keys.ts';
import { listingLines } from './project-listing.ts';

/** `quit`: don't start here at all. */
export type ProjectAnswer = 'use' | 'tighten-only' | 'quit';

/** The first screen in a project whose allow rules or settings the operator hasn't seen yet. */
export function askAboutProject(
  listing: ProjectListing,
  input: NodeJS.ReadStream,
  output: { write(text: string): unknown },
  { timer = clockTimer, colours = false }: { readonly timer?: Timer; readonly colours?: boolean } = {},
): Promise<ProjectAnswer> {
  const hub = new KeyHub();
  return new Promise((resolve) => {
    // Started before the question is printed, so that earlier input isn't echoed into it.
    const keys = readKeys(input, output, hub);
    output.write(projectQuestionText(listing, { colours }));
    let isArmed = false;
    let callOff = () => {};
    const waitForQuiet = () => {
      callOff();
      callOff = timer.after(ARMING_MS, () => {
        isArmed = true;
        output.write(HEARS_KEYS);
      });
    };
    waitForQuiet();
    hub.push((press) => {
      const answer = isArmed ? answerOf(press) : null;
      if (!isArmed) waitForQuiet();
      if (answer !== null) {
        keys.stop();
        output.write(`${ANSWERS[answer]}\n\n`);
        resolve(answer);
      }
      return true;
    });
  });
}

export function projectQuestionText(
  listing: ProjectListing,
  { colours = false }: { readonly colours?: boolean } = {},
): string {
  return [
    ...listingLines(listing, { colours, atMost: MAX_SHOWN }),
    '  u  use them',
    '  t  use only their deny and ask rules',
    '  q  quit',
    '',
    '',
  ].join('\n');
}

/** Keys pressed before this is printed were meant for something else. */
const HEARS_KEYS = '> ';

const MAX_SHOWN = 30;

const ANSWERS: Readonly<Record<ProjectAnswer, string>> = {
  use: 'use them',
  'tighten-only': 'only their deny and ask rules',
  quit: 'quit',
};

/** Neither a paste nor Enter is an answer: there is no default. */
export function answerOf(press: KeyPress): ProjectAnswer | null {
  if (press.kind === 'paste') return null;
  if (press.ctrl) return press.key === 'c' || press.key === 'd' ? 'quit' : null;
  switch (press.key) {
    case 'u':
      return 'use';
    case 't':
      return 'tighten-only';
    case 'q':
    case 'escape':
      return 'quit';
    default:
      return null;
  }
}
