/** Every text over the alphabet up to this length, shortest first. */
export function everyText(alphabet: string, longest: number): readonly string[] {
  let level = [''];
  const all = [''];
  for (let length = 1; length <= longest; length++) {
    level = level.flatMap((text) => Array.from(alphabet, (character) => text + character));
    all.push(...level);
  }
  return all;
}
