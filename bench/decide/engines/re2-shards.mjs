import { regexpSource } from '../glob-to-regexp.mjs';
import { importPeer } from '../peer.mjs';
import { readRule, textFor } from '../rule-text.mjs';

const { default: RE2 } = await importPeer('re2').catch(() => {
  throw new Error('re2 is native code: build it once with `npm run build-re2 --prefix bench/peers`');
});

/** One set over all rules does not build at 10 000: RE2 gives a set a fixed amount of memory. */
const PER_SHARD = 256;

export const engine = {
  about: 'node-re2 `RE2.Set` per tool and field, in ordered shards of 256; the first shard with a match decides',
  load(rules) {
    const byTool = new Map();
    let index = 0;
    for (const rule of rules) {
      const parsed = readRule(rule);
      if (!byTool.has(parsed.tool)) byTool.set(parsed.tool, new Map());
      const byKey = byTool.get(parsed.tool);
      if (!byKey.has(parsed.key)) byKey.set(parsed.key, { indexes: [], sources: [] });
      const { indexes, sources } = byKey.get(parsed.key);
      indexes.push(index++);
      sources.push(regexpSource(parsed));
    }
    const fields = new Map();
    for (const [tool, byKey] of byTool) {
      fields.set(
        tool,
        Array.from(byKey, ([key, { indexes, sources }]) => ({ key, shards: shardsOf(indexes, sources) })),
      );
    }
    return (call) => {
      let first = -1;
      for (const { key, shards } of fields.get(call.tool) ?? []) {
        const text = textFor(call, key);
        const found = text === undefined ? -1 : firstInShards(shards, text);
        if (found !== -1 && (first === -1 || found < first)) first = found;
      }
      return first;
    };
  },
};

function shardsOf(indexes, sources) {
  const shards = [];
  for (let at = 0; at < sources.length; at += PER_SHARD) {
    const set = new RE2.Set(sources.slice(at, at + PER_SHARD), 's', { anchor: 'both' });
    shards.push({ set, indexes: indexes.slice(at, at + PER_SHARD) });
  }
  return shards;
}

function firstInShards(shards, text) {
  for (const { set, indexes } of shards) {
    const matched = set.match(text);
    if (matched.length > 0) return indexes[Math.min(...matched)];
  }
  return -1;
}
