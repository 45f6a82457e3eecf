const LONGEST = 60;

/** The model's text inside a message of ours. */
export function quoted(text: string): string {
  return `\`${shortened(text)}\``;
}

export function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
