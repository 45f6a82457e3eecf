/** Rules and comments that were there before anybody wrote, and have to be there in the end. */
export const SEED_RULES = [
  ['Bash:git *', 'allow', 'git ops are fine'],
  ['Bash:touch *', 'allow', 'marks of the agents'],
  ['Bash:sleep *', 'allow', undefined],
  ['Bash:~rm *', 'deny', undefined],
  ['Write:out/**', 'allow', 'generated'],
  ['Read:secrets/**', 'deny', undefined],
];

/** Lines of the file that belong to no rule. */
export const SEED_COMMENTS = SEED_RULES.map(
  (_, index) => `# hand-written remark ${index + 1}: keep me, "quotes" and all`,
);

export function prepare(world) {
  const text = SEED_RULES.map(
    ([pattern, action, comment], index) =>
      `${SEED_COMMENTS[index]}\n[[permissions.rules]]\npattern = "${pattern}"\naction  = "${action}"\n` +
      `${comment === undefined ? '' : `comment = "${comment}"\n`}`,
  ).join('\n');
  world.write('ws/.caliban/permissions.toml', text);
  world.write('ws/.caliban/permissions.local.toml', text);
  // So small that the log is rotated all the time.
  world.write('home/.config/caliban/permissions.toml', `[permissions]\naudit_max_bytes = 4000\n\n${text}`);
  world.write('ws/a.txt', 'one\ntwo\n');
}
