import { formatPattern, lintRules, type Rule } from '@caliban/gate';
import { cutMiddle } from '@caliban/gate/internal/text/cut-middle';
import { visible } from '@caliban/gate/internal/text/visible';
import { ARMING_MS } from '../fields/arming-ms.ts';
import { clockTimer, type Timer } from '../fields/clock-timer.ts';
import type { KeyPress } from '../input/key.ts';
import { KeyHub } from '../input/key-hub.ts';
import { readKeys } from '../input/terminal-keys.ts';

/** `quit`: do not start here at all. */
export type ProjectAnswer = 'use' | 'tighten-only' | 'quit';

export type ProjectQuestion = {
  readonly workspace: string;
  /** What the project's own files would let an agent do. */
  readonly allows: readonly Rule[];
  /** Where all of them can be read. */
  readonly allowsShownBy: string;
  /** What its settings would have run, reached or told to the model. Never empty where `allows` is. */
  readonly wants: readonly ProjectWant[];
};

export type ProjectWant = { readonly what: string; readonly file: string; readonly line: number };

/** The first screen in a project whose allow rules or settings the operator has not seen yet. */
export function askAboutProject(
  question: ProjectQuestion,
  input: NodeJS.ReadStream,
  output: { write(text: string): unknown },
  timer: Timer = clockTimer,
): Promise<ProjectAnswer> {
  const hub = new KeyHub();
  return new Promise((resolve) => {
    // Before the question stands, so that what is typed meanwhile is not echoed into it.
    const keys = readKeys(input, output, hub);
    output.write(projectQuestionText(question));
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

export function projectQuestionText({ workspace, allows, allowsShownBy, wants }: ProjectQuestion): string {
  const place = visible(workspace);
  const first = allows.length === 0 ? `The settings in ${place} are new to you.` : `Its settings say more.`;
  return [
    ...listed(
      `The rules in ${place} are new to you. They would let an agent do this without asking:`,
      allowLines(allows, allowsShownBy),
    ),
    // Never shortened: behind any of these a program may run.
    ...listed(`${first} They would have caliban use this:`, wants.map(wantLine)),
    '  u  use them',
    '  t  use only their deny and ask rules',
    '  q  quit',
    '',
    '',
  ].join('\n');
}

/** Before it stands, keys were meant for something else. */
const HEARS_KEYS = '> ';

const MOST_SHOWN = 30;

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, '', ...lines, ''];
}

/** What is over-broad stands first and is never cut off: a repository could hide it behind thirty others. */
function allowLines(allows: readonly Rule[], shownBy: string): readonly string[] {
  const broad = new Set(allows.filter(isOverBroad));
  const others = allows.filter((rule) => !broad.has(rule));
  const shown = others.slice(0, Math.max(0, MOST_SHOWN - broad.size));
  const left = others.length - shown.length;
  return [
    ...[...broad].map((rule) => `! ${ruleText(rule)}`),
    ...shown.map((rule) => `  ${ruleText(rule)}`),
    ...(left === 0 ? [] : [`  … and ${left} more; see ${shownBy}`]),
    // Said below the list, whose top may have left the screen.
    ...(broad.size === 0 ? [] : ['', `! over-broad, and listed first: ${broad.size} of ${allows.length}`]),
  ];
}

/** As lint sees it; a rule that is too long to tell may be anything. */
function isOverBroad(rule: Rule): boolean {
  return lintRules([rule]).some(({ kind }) => kind === 'over-broad' || kind === 'unchecked');
}

function wantLine({ what, file, line }: ProjectWant): string {
  return visible(`  ${what}  ${file}:${line}`);
}

function ruleText({ pattern, source, comment }: Rule): string {
  const place =
    source.file === undefined ? '' : `  ${source.file}${source.line === undefined ? '' : `:${source.line}`}`;
  const note = comment === undefined || comment === '' ? '' : `  # ${cutMiddle(comment, MOST_COMMENT_BYTES).text}`;
  return visible(`${formatPattern(pattern).padEnd(32)}${place}${note}`);
}

/** Words of the repository about itself; what it would allow is never cut. */
const MOST_COMMENT_BYTES = 160;

const ANSWERS: Readonly<Record<ProjectAnswer, string>> = {
  use: 'use them',
  'tighten-only': 'only their deny and ask rules',
  quit: 'quit',
};

/** A paste answers nothing, and neither does Enter: there is no answer to fall into. */
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
