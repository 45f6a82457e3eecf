/** When and on what, for the first line under a heading. */
export function machine({ date, node, cores }) {
  return `Measured ${date} on ${cores} cores, Node ${node}`;
}
