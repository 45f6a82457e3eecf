/** The line that the model may have meant if the text it looked for isn't there; null if none is similar. */
export function nearestLine(text: string, sought: string): string | null {
  const wanted = sought.split('\n').find((line) => line.trim() !== '');
  if (wanted === undefined) return null;
  const lines = text.split('\n', MAX_LINES);
  const blankless = lines.findIndex((line) => squeezed(line) === squeezed(wanted));
  if (blankless !== -1) {
    const why =
      lines[blankless] === wanted
        ? 'has its first line, but what follows differs'
        : 'has its first line with other blanks';
    return `line ${blankless + 1} ${why}: ${quoted(lines[blankless] as string)}`;
  }
  const [best, likeness] = mostAlike(lines, wanted);
  return likeness < MIN_SIMILARITY ? null : `the nearest is line ${best + 1}: ${quoted(lines[best] as string)}`;
}

const MAX_LINES = 5000;
const MIN_SIMILARITY = 0.6;
const MAX_LENGTH = 200;

function squeezed(line: string): string {
  return line.slice(0, 10 * MAX_LENGTH).replaceAll(/\s+/g, '');
}

function quoted(line: string): string {
  return `\`${line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line}\``;
}

function mostAlike(lines: readonly string[], wanted: string): readonly [index: number, likeness: number] {
  const pairs = pairsOf(wanted);
  let [best, most] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const alike = likeness(pairs, pairsOf(line));
    if (alike > most) [best, most] = [index, alike];
  }
  return [best, most];
}

/** Adjacent characters, each pair once. */
function pairsOf(line: string): ReadonlySet<string> {
  const text = line.trim().slice(0, MAX_LENGTH);
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
}
