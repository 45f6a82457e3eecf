import { lineChanges } from '@caliban/agent/internal/tools/diff/line-diff';

/** The lines of two texts: ` ` in both, `-` in the first alone, `+` in the second alone; far from any difference they are left out. */
export function lineDiff(before: string, after: string, context = 2): readonly string[] {
  const [old, young] = [linesOf(before), linesOf(after)];
  const marked = markLines(old, young);
  const isNear = marked.map((_, index) =>
    marked.slice(Math.max(0, index - context), index + context + 1).some(isChange),
  );
  return marked.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index > 0 && isNear[index - 1] && isNear.includes(true, index) ? ['…'] : [];
  });
}

function isChange(line: string): boolean {
  return !line.startsWith(' ');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function markLines(old: readonly string[], young: readonly string[]): readonly string[] {
  const marked: string[] = [];
  let at = 0;
  for (const { oldStart, newStart, removed, added } of lineChanges(old, young)) {
    marked.push(...old.slice(at, oldStart).map((line) => `  ${line}`));
    at = oldStart + removed;
    marked.push(...old.slice(oldStart, at).map((line) => `- ${line}`));
    marked.push(...young.slice(newStart, newStart + added).map((line) => `+ ${line}`));
  }
  return [...marked, ...old.slice(at).map((line) => `  ${line}`)];
}
