import {
  absolutePath,
  createRuleBook,
  DEFAULT_RULES,
  describeCall,
  judge,
  parsePattern,
  type Rule,
} from '@caliban/gate';

const pattern = parsePattern('Bash:git *');
if (!pattern.ok) throw new Error(pattern.error.message);
const rule: Rule = { pattern: pattern.value, action: 'allow', source: { layer: 'project' } };
const book = createRuleBook([rule, ...DEFAULT_RULES]);

const context = { workspace: absolutePath(process.cwd()) };
const call = describeCall({ tool: 'Bash', input: { command: 'git log | head -5' }, context });
console.log(judge(book, call).action); // ask: `head -5` matches no allow rule
