import { importBuilt } from './built.mjs';

const { readRuleFile } = await importBuilt('storage', 'rules/read/read-rule-file');
const { formatPattern } = await importBuilt('gate', 'pattern/format-pattern');

/** `{ rules: [{ pattern, action, comment }], problem: null }`, or what keeps the file from loading. */
export async function rulesIn(file, layer = 'project') {
  const read = await readRuleFile({ file, layer }).catch((error) => ({ ok: false, error: error.stack }));
  if (!read.ok) return { rules: [], problem: JSON.stringify(read.error) };
  return { rules: (read.value?.rules ?? []).map(plain), problem: null };
}

function plain({ pattern, action, comment }) {
  return { pattern: formatPattern(pattern), action, comment };
}
