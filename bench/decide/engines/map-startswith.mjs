import { readRule } from '../rule-text.mjs';

/** The floor for anything that looks at the call: the tool looked up in a Map, one prefix compared. Decides nothing. */
export const engine = {
  about: 'floor: a Map on the tool and one startsWith; decides nothing',
  decides: false,
  load(rules) {
    const prefixes = new Map();
    let index = 0;
    for (const rule of rules) {
      const { tool, key, glob } = readRule(rule);
      if (!prefixes.has(tool)) prefixes.set(tool, { index, key, prefix: glob.split('*')[0] });
      index++;
    }
    return ({ tool, input }) => {
      const first = prefixes.get(tool);
      return first !== undefined && input[first.key].startsWith(first.prefix) ? first.index : -1;
    };
  },
};
