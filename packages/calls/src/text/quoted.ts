const MAX_LENGTH = 60;

/** The model's text inside a message of ours. */
export function quoted(text: string): string {
  return `\`${shortened(text)}\``;
}

export function shortened(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
