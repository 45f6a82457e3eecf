/** The lowest floor: what it costs to call anything at all. Decides nothing. */
export const engine = {
  about: 'floor: an empty function; decides nothing',
  decides: false,
  load(rules) {
    for (const _ of rules);
    return () => -1;
  },
};
