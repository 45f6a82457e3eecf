// More of what the page sends about rules, read field by field.
import { isRecord } from '@caliban/calls/types';
import { BadRequest, textIn } from './page-requests.ts';
import type { PageAction, PageFileScope, PageScope, ProposedRule, ProposedRules } from './page-types.ts';
import type { SuggestionPlace } from './suggestions.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function workspaceIn(fields: Fields): string {
  const workspace = textIn(fields, 'workspace');
  if (!workspace.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(workspace))
    throw new BadRequest('`workspace` is not an absolute path');
  return workspace;
}

export function fileScopeIn({ scope }: Fields): PageFileScope {
  if (scope === 'local' || scope === 'project' || scope === 'user') return scope;
  throw new BadRequest('`scope` is not local, project or user');
}

export function suggestionPlace(fields: Fields): SuggestionPlace {
  const scope = fields.scope === 'user' ? 'user' : 'project';
  const project = textIn(fields, 'project');
  return { scope, project: workspaceIn({ workspace: project }) };
}

/** A line of commands may ask for so many parts. */
const MAX_RULES = 40;

export function proposedRules(fields: Fields, action: PageAction): ProposedRules {
  const { comment, reason, rules, withTest } = fields;
  if (!Array.isArray(rules) || rules.length > MAX_RULES)
    throw new BadRequest(`\`rules\` is not a list of at most ${MAX_RULES} rules`);
  return {
    ...{ action, scope: scopeIn(fields) },
    rules: rules.filter(isRecord).map(proposedRule),
    withTest: withTest === true,
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}

function proposedRule(fields: Fields): ProposedRule {
  const { part } = fields;
  return { part: typeof part === 'number' ? part : null, pattern: textIn(fields, 'pattern') };
}

function scopeIn(fields: Fields): PageScope {
  return fields.scope === 'session' ? 'session' : fileScopeIn(fields);
}
