/** The commands of a stream that are nothing but plain words: no operator, quote, expansion or line break. */
export function plainCommands(calls) {
  return calls.filter(({ tool, input }) => tool === 'Bash' && /^[\w ./:@=-]+$/.test(input.command));
}

/** Three plain commands on one line, with the operators people use most. */
export function threeParts(calls) {
  const lines = [];
  for (let at = 0; at + 2 < calls.length; at += 3) {
    const [first, second, third] = calls.slice(at, at + 3).map(({ input }) => input.command);
    lines.push({ tool: 'Bash', input: { command: `${first} && ${second} | ${third}` } });
  }
  return lines;
}
