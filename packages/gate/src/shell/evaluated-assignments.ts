import { HOLE } from './composed-text.ts';
import type { Findings } from './findings.ts';
import { quoted } from './quoted.ts';
import { mayNameAny } from './text-flow.ts';

/**
 * What arithmetic assigns where the grammar sees no more than a word: `a[PATH=0]=1`, `${x:PATH=0}`, `x=PATH=0; echo $((x))`. The
 * shell then looks for programs in `./0`.
 */
export function noteEvaluatedAssignments(findings: Findings): void {
  const isOpaque = findings.problems.length > 0;
  const noted = new Set<string>();
  let assigns = false;
  let makesNames = false;
  for (const { text, isTraced, isPrinted } of findings.flow.evaluatedTexts()) {
    if (isPrinted) {
      notePrinted(text, noted, findings);
      continue;
    }
    const isAssigning = OPERATOR.test(text);
    const elements = ELEMENT_GIVEN.test(text) ? text.matchAll(ELEMENT) : [];
    for (const { 1: before, 2: after, index } of [...text.matchAll(ASSIGNMENT), ...elements]) {
      const name = before ?? (after as string);
      const [written] = SHOWN.exec(text.slice(index)) as RegExpExecArray;
      if (!noted.has(name)) findings.assignments.push({ name, text: written, value: null });
      noted.add(name);
    }
    if (isOpaque) continue;
    if ((isTraced ? UNNAMED : ALL_UNNAMED).test(text)) addUnclear(text, findings);
    if (!isTraced) continue;
    if (isAssigning && UNNAMED_ELEMENT.test(text)) addUnclear(text, findings);
    assigns ||= isAssigning;
    makesNames ||= mayNameAny(text);
  }
  if (assigns && makesNames) findings.addProblem('arithmetic may assign to a variable whose name is put together');
}

/** What programs are given is full of equals signs and dashes: only a name right before one counts, and no option. */
function notePrinted(text: string, noted: Set<string>, findings: Findings): void {
  for (const [written, name] of text.matchAll(PRINTED_ASSIGNMENT)) {
    if (!noted.has(name as string)) findings.assignments.push({ name: name as string, text: written, value: null });
    noted.add(name as string);
  }
}

function addUnclear(text: string, findings: Findings): void {
  findings.addProblem(`it is unclear what ${quoted(text.replaceAll(HOLE, '…'))} assigns to`);
}

const EQUALS = `(?:[-+*/%&|^]|<<|>>)?=(?!=)`;
const STEP = String.raw`(?:\+\+|--)`;

/** Names are looked for at their first letter alone, or a long one would be tried again from each of its letters. */
const NAME = String.raw`(?<!\w)([A-Za-z_]\w*)`;

const ASSIGNMENT = new RegExp(`${NAME}\\s*(?:${EQUALS}|${STEP})|${STEP}\\s*${NAME}`, 'g');

const PRINTED_ASSIGNMENT = new RegExp(`(?<![-\\w])([A-Za-z_]\\w*)${EQUALS}`, 'g');

/** Where its brackets end, and whether it is what is assigned to, is not looked at: brackets stand in brackets. */
const ELEMENT = new RegExp(`${NAME}\\s*\\[`, 'g');
const ELEMENT_GIVEN = new RegExp(`\\]\\s*(?:${EQUALS}|${STEP})`);

/** As much of it as tells what it is about. */
const SHOWN = new RegExp(`^[^,;\\])${HOLE}]{0,40}`);

/** What is assigned to is put in, or stands in another piece. */
const UNNAMED = new RegExp(`(?:^|${HOLE})\\s*(?:${EQUALS}|${STEP}(?:$|${HOLE}))|${HOLE}\\s*${STEP}|${STEP}\\s*${HOLE}`);

const UNNAMED_ELEMENT = new RegExp(`${HOLE}\\s*\\[`);

/** The same for a text that is nothing but that: of one that may not be evaluated at all. */
const ALL_UNNAMED = new RegExp(`^\\s*\\w*${HOLE}[\\w${HOLE}]*\\s*${EQUALS}`);

const OPERATOR = new RegExp(`(?:^|[^=!<>])${EQUALS}|${STEP}`);
