import { isTable } from '../../documents/table.ts';
import type { ImportFormat } from './imported.ts';
import { type JsonNode, member } from './jsonc.ts';
import type { Document } from './read-document.ts';

/** Which agent a file belongs to, by its name and content; null if neither shows it. */
export function detectFormat(document: Document, fileName: string): ImportFormat | null {
  switch (document.syntax) {
    case 'starlark':
      return 'codex';
    case 'toml':
      return detectToml(document.table, fileName);
    case 'json':
      return detectJson(document.root, fileName);
  }
}

/** Both Gemini CLI and the first version of caliban write `[[rule]]`. */
function detectToml(table: Readonly<Record<string, unknown>>, fileName: string): ImportFormat | null {
  const rules = Array.isArray(table.rule) ? table.rule.filter(isTable) : [];
  if (rules.some((rule) => 'decision' in rule || 'toolName' in rule || 'mcpName' in rule)) return 'gemini';
  if ('safety_checker' in table) return 'gemini';
  if ('permissions' in table || 'rule' in table || 'rules' in table) return 'caliban';
  if (isIn(fileName, '.gemini')) return 'gemini';
  return Object.keys(table).length === 0 || isIn(fileName, '.caliban') ? 'caliban' : null;
}

function detectJson(root: JsonNode, fileName: string): ImportFormat | null {
  if (root.kind === 'list') return 'caliban';
  const schema = member(root, '$schema');
  if (/(?:^|[\\/])opencode\.jsonc?$/.test(fileName) || (schema?.kind === 'text' && schema.text.includes('opencode')))
    return 'opencode';
  const permissions = member(root, 'permissions');
  if (member(root, 'permission') !== undefined || permissions?.kind === 'list') return 'opencode';
  if (permissions?.kind !== 'object') {
    if (isIn(fileName, '.claude')) return 'claude';
    return isIn(fileName, '.gemini') || speaksGemini(root) ? 'gemini' : null;
  }
  if (member(permissions, 'rules') !== undefined || isIn(fileName, '.caliban') || isIn(fileName, 'caliban'))
    return 'caliban';
  return isIn(fileName, '.claude') || !speaksCaliban(permissions) ? 'claude' : 'caliban';
}

function speaksGemini(root: JsonNode): boolean {
  const tools = member(root, 'tools');
  return (
    ['allowed', 'exclude', 'core'].some((key) => member(tools, key)?.kind === 'list') ||
    ['allowedTools', 'excludeTools', 'coreTools'].some((key) => member(root, key)?.kind === 'list')
  );
}

/** Buckets look the same in both; `Bash:git *` is a spelling that only caliban has. */
function speaksCaliban(permissions: JsonNode): boolean {
  const written = ['allow', 'ask', 'deny'].flatMap((action) => {
    const list = member(permissions, action);
    return list?.kind === 'list' ? list.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])) : [];
  });
  return (
    written.some((text) => /^[\w*?-]+:/.test(text)) && !written.some((text) => /^\w+\(.*:\*\)$|^\w+\(\/\//.test(text))
  );
}

function isIn(fileName: string, directory: string): boolean {
  return fileName.split(/[\\/]/).slice(0, -1).includes(directory);
}
