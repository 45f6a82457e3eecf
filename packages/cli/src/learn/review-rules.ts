import { visible } from '@caliban/calls/text';
import { parsePattern } from '@caliban/gate';
import type { Learned, LearnedRule } from '@caliban/gate/learn';
import type { Terminal } from '../process/terminal.ts';
import { ruleText } from './show-learned.ts';
import type { TypedLines } from './typed-lines.ts';

/** Shows one rule after the other and returns those that are accepted. Null: write nothing. */
export async function reviewRules(
  learned: Learned,
  lines: TypedLines,
  terminal: Terminal,
): Promise<readonly LearnedRule[] | null> {
  const kept: LearnedRule[] = [];
  const skipped = new Set<string>();
  for (const [index, rule] of learned.rules.entries()) {
    if (rule.needs.some((needed) => skipped.has(needed))) continue;
    terminal.out(`\n${index + 1} of ${learned.rules.length}\n${ruleText(rule, Date.now(), terminal)}\n`);
    const answer = await ask(rule, learned, lines, terminal);
    if (answer === 'quit') return null;
    if (answer === 'all') {
      const rest = learned.rules.slice(index).filter(({ needs }) => !needs.some((needed) => skipped.has(needed)));
      return [...kept, ...rest];
    }
    if (answer !== 'skip') kept.push(answer);
    else if (skipped.add(rule.pattern) && learned.rules.some(({ needs }) => needs.includes(rule.pattern)))
      terminal.out('Rules that are only safe with this one are skipped too.\n');
  }
  return kept;
}

const CHOICES = '[y] accept  [n] skip  [e] edit  [a] accept this and the rest  [q] write nothing > ';

async function ask(
  rule: LearnedRule,
  learned: Learned,
  lines: TypedLines,
  terminal: Terminal,
): Promise<LearnedRule | 'skip' | 'all' | 'quit'> {
  for (;;) {
    terminal.out(CHOICES);
    const typed = await lines.next();
    switch (typed?.trim().toLowerCase()) {
      case undefined:
      case 'q':
        return 'quit';
      case 'y':
        return rule;
      case 'n':
        return 'skip';
      case 'a':
        return 'all';
      case 'e': {
        const edited = await edit(rule, learned, lines, terminal);
        if (edited !== null) return edited;
        break;
      }
      default:
        terminal.out('Type y, n, e, a or q.\n');
    }
  }
}

/** Null: it stays as it was, and is asked about again. */
async function edit(
  rule: LearnedRule,
  learned: Learned,
  lines: TypedLines,
  terminal: Terminal,
): Promise<LearnedRule | null> {
  terminal.out(`pattern, empty to leave it as it is [${visible(rule.pattern)}] > `);
  const pattern = (await lines.next())?.trim() ?? '';
  if (pattern === '' || pattern === rule.pattern) return null;
  const parsed = parsePattern(pattern);
  if (!parsed.ok) {
    terminal.out(`bad pattern \`${visible(pattern)}\`, column ${parsed.error.column}: ${parsed.error.message}\n`);
    return null;
  }
  const witness = rule.action === 'allow' ? learned.witnessAgainst(pattern) : null;
  if (witness !== null) {
    terminal.out(
      `\`${visible(pattern)}\` would also allow \`${visible(witness.text)}\`. Keep it all the same? [y/N] > `,
    );
    if ((await lines.next())?.trim().toLowerCase() !== 'y') return null;
  }
  return { ...rule, pattern };
}
