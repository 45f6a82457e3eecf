/** An opencode permission, expressed with our tools. */
export type Permission = {
  readonly tools: readonly string[];
  /** The value that its pattern is matched against. */
  readonly about: 'command' | 'path' | 'url' | 'nothing' | { readonly field: string };
  /** Our tool does everything this one does, and more. */
  readonly broader?: true;
};

const EDIT_TOOLS: readonly string[] = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

export const PERMISSIONS: ReadonlyMap<string, Permission> = new Map<string, Permission>([
  ['bash', { tools: ['Bash'], about: 'command' }],
  ['shell', { tools: ['Bash'], about: 'command' }],
  ['edit', { tools: EDIT_TOOLS, about: 'path' }],
  ['read', { tools: ['Read'], about: 'path' }],
  ['list', { tools: ['Glob'], about: 'path', broader: true }],
  ['glob', { tools: ['Glob'], about: { field: 'pattern' } }],
  ['grep', { tools: ['Grep'], about: { field: 'pattern' } }],
  ['webfetch', { tools: ['WebFetch'], about: 'url' }],
  ['websearch', { tools: ['WebSearch'], about: { field: 'query' } }],
  ['codesearch', { tools: ['codesearch'], about: { field: 'query' } }],
  ['task', { tools: ['Agent'], about: { field: 'subagent_type' } }],
  ['subagent', { tools: ['Agent'], about: { field: 'subagent_type' } }],
  ['skill', { tools: ['skill'], about: { field: 'name' } }],
  ['todowrite', { tools: ['TodoWrite'], about: 'nothing' }],
]);
