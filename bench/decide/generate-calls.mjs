import { generateRules, name } from './generate-rules.mjs';
import { createOracle } from './oracle.mjs';
import { createRandom } from './random.mjs';
import { readRule, WORKSPACE } from './rule-text.mjs';
import { ARGUMENTS, DIRECTORIES, EXTENSIONS, FURTHER_COMMANDS, HEREDOC_LINES, PAIRS } from './vocabulary.mjs';

export const STREAMS = ['none', 'last', 'early', 'mixed'];

/** Growth compares sizes, and the first hundredth of ten rules is one rule: there, `same` is what `early` is elsewhere. */
export const GROWTH_STREAMS = [...STREAMS, 'same'];

/** The rules that decide `same`. */
const FIRST_RULES = 10;

/**
 * Calls built from the rules, each with the oracle's verdict: `none` matches no rule, `early` and `last` are decided in the
 * first and last hundredth of the list, `mixed` is 70 % hits anywhere and 30 % none. `same` is decided by the first ten rules,
 * with which every list of this seed starts, so that its calls and the rules that decide them are the same at every size.
 */
export function generateCalls(rules, { perStream, seed = 2 }) {
  const random = createRandom(seed);
  // Of its own, so that nothing drawn for another stream changes it.
  const sameRandom = createRandom(seed + 2);
  const oracle = createOracle(rules);
  const hundredth = Math.max(1, Math.floor(rules.length / 100));
  const foreign = generateRules(Math.max(1000, rules.length), seed + 1);

  const hit = (from, to, chance = random) =>
    judgedCall(
      () => callFor(rules[from + chance.below(to - from)], chance),
      (verdict) => verdict >= from && verdict < to,
    );
  const miss = () =>
    judgedCall(
      () => callFor(random.pick(foreign), random),
      (verdict) => verdict === -1,
    );
  const judgedCall = (build, accepts) => {
    for (;;) {
      const call = build();
      const verdict = oracle(call);
      if (accepts(verdict)) return { call, verdict };
    }
  };
  const stream = (build) => Array.from({ length: perStream }, build);
  return {
    none: stream(miss),
    last: stream(() => hit(rules.length - hundredth, rules.length)),
    early: stream(() => hit(0, hundredth)),
    mixed: stream(() => (random.chance(0.7) ? hit(0, rules.length) : miss())),
    same: stream(() => hit(0, FIRST_RULES, sameRandom)),
  };
}

/** A call that the rule matches, unless an earlier rule does. */
export function callFor(rule, random) {
  const { tool, kind, key, glob } = readRule(rule);
  switch (kind) {
    case 'text':
      return { tool, input: { command: command(glob, random) } };
    case 'path':
      return { tool, input: { path: spelling(path(glob, random), random), ...fileContent(tool, random) } };
    case 'field':
      return { tool, input: { title: sentence(random), [key]: glob.replaceAll('*', () => name(random)), limit: 20 } };
  }
}

function command(glob, random) {
  const leading = glob.startsWith('*') ? `${random.pick(PAIRS)} ${random.chance(0.5) ? `${name(random)} ` : ''}` : '';
  const trailing = glob.endsWith('*') ? tail(glob, random) : '';
  const middle = glob.replace(/^\*|\*$/g, '').replaceAll('*', () => name(random));
  return leading + middle + trailing;
}

/** What the model adds behind the part a rule names: mostly arguments, often a further command, sometimes a heredoc. */
function tail(glob, random) {
  const words = Array.from({ length: 1 + random.below(2) }, () => random.pick(ARGUMENTS));
  if (random.chance(0.3)) words.push(random.pick(FURTHER_COMMANDS));
  if (random.chance(0.12)) words.push(`&& ${random.pick(PAIRS)} ${name(random)}`);
  if (random.chance(0.04)) words.push(heredoc(random));
  const glued = glob.endsWith(' *') ? '' : random.pick([' ', ' ', '-next ', '/v2 ']);
  return glued + words.join(' ');
}

function heredoc(random) {
  const lines = Array.from({ length: 2 + random.below(16) }, () => random.pick(HEREDOC_LINES));
  return `<<'EOF'\n${lines.join('\n')}\nEOF`;
}

function path(glob, random) {
  const segments = glob.split('/');
  return segments
    .flatMap((segment, index) => {
      if (segment !== '**') return [segment.replaceAll('*', () => name(random))];
      const directories = Array.from({ length: random.below(3) }, () => random.pick(DIRECTORIES));
      const atEnd = index === segments.length - 1;
      return atEnd ? [...directories, `${name(random)}.${random.pick(EXTENSIONS)}`] : directories;
    })
    .join('/');
}

/** Absolute, relative to the workspace, and one in ten the long way round. */
function spelling(absolute, random) {
  const inside = absolute.startsWith(`${WORKSPACE}/`);
  const relative = inside ? absolute.slice(WORKSPACE.length + 1) : absolute;
  if (!random.chance(0.1)) return random.chance(0.5) ? absolute : relative;
  if (inside && random.chance(0.5)) return `./${relative}`;
  const segments = relative.split('/');
  segments.splice(1, 0, name(random), '..');
  return segments.join('/');
}

function fileContent(tool, random) {
  if (tool === 'Read') return {};
  const text = random.pick(HEREDOC_LINES);
  return tool === 'Write' ? { content: text } : { old_string: text, new_string: sentence(random) };
}

function sentence(random) {
  return `${random.pick(ARGUMENTS)} ${name(random)}`;
}
