import type { SettledTexts } from '../types/command-line.ts';
import type { Findings } from './findings.ts';
import type { Told } from './known-values.ts';
import type { Command, Word } from './parse-command-line.ts';
import { assignmentPlain, isReplaced } from './read-word.ts';
import { type SettledWord, settleWord } from './settled-word.ts';

/** Whether the shell puts something else in the place of an argument. */
export function isOpen({ suffix }: Command): boolean {
  return suffix.some((item) => item.type === 'Word' && isReplaced(item));
}

/**
 * The command as it will run, as far as the line itself tells: `git {push,origin}`, `git pu$@sh` and `x=push; git $x` are all
 * `git push`. For deny and ask rules alone, which shell syntax must not dodge. Few lines meet one, so it is worked out late.
 */
export function settledLater(command: Command, name: Word, findings: Findings): () => SettledTexts {
  const told = findings.values.atCommand(findings.repeats > 0);
  let settled: SettledTexts | null = null;
  const later = () => {
    // What the grammar gave up on must not be looked at again.
    settled ??= findings.overLimit ? NOTHING : settledTexts(command, name, told, findings);
    return settled;
  };
  findings.settled.set(command, later);
  return later;
}

const NOTHING: SettledTexts = { texts: [], isPartial: false };

function settledTexts({ suffix }: Command, name: Word, told: Told, findings: Findings): SettledTexts {
  const program = settleItem(name, told);
  // Whatever follows a program that nobody knows, it is not a program itself.
  if (program === null || program.isUnknown) return NOTHING;
  let { end: before } = name;
  const words: Settled[] = [program];
  for (const item of suffix) {
    const word = settleItem(item, told);
    if (word !== null) words.push({ ...word, isGlued: item.pos === before });
    before = item.end;
  }
  const firsts = words.map(({ texts }) => texts[0] ?? '');
  // Behind the last word that is known anything may follow; before it, an empty one would let that word move up.
  const end = 1 + words.findLastIndex(({ isUnknown }) => !isUnknown);
  for (const [place, { written }] of words.entries()) if (place >= end) firsts[place] = written;
  const texts = new Set<string>();
  for (const ways of everyWay(words)) {
    const text = joined(
      ways.map((way, place) => (way === 0 ? firsts[place] : words[place]?.texts[way]) ?? ''),
      words,
    );
    texts.add(text);
    if (!told.spend(EACH + text.length)) break;
  }
  return { texts: [...texts], isPartial: findings.values.isPartial };
}

/** What one of them takes beside the text itself. */
const EACH = 128;

/** Which of its texts each word takes: every one goes with every other, the first ones first. */
function* everyWay(words: readonly Settled[]): Generator<readonly number[]> {
  const ways = words.map(() => 0);
  for (;;) {
    yield ways;
    const next = words.findIndex(({ texts }, place) => (ways[place] as number) + 1 < texts.length);
    if (next === -1) return;
    ways.fill(0, 0, next);
    ways[next] = (ways[next] as number) + 1;
  }
}

type Settled = SettledWord & {
  readonly written: string;
  /** The grammar ends a word before `<(`; no blank stands there. */
  readonly isGlued?: boolean;
};

function settleItem(item: Command['suffix'][number], told: Told): Settled | null {
  switch (item.type) {
    case 'Word':
      return isReplaced(item) ? { ...settleWord(item, told), written: item.value } : as(item.value);
    case 'Assignment':
      return as(assignmentPlain(item));
    case 'Redirect':
    case 'HereString':
    case 'HereDoc':
      return null;
  }
}

function as(text: string): Settled {
  return { texts: [text], isUnknown: false, written: text };
}

function joined(texts: readonly string[], words: readonly Settled[]): string {
  return texts.reduce((line, text, place) => {
    if (text === '') return line;
    return words[place]?.isGlued === true || line === '' ? line + text : `${line} ${text}`;
  }, '');
}
