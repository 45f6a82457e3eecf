import { expect, test } from 'vitest';
import { imported, problem } from './helpers.ts';

test.each([
  ['settings.json', '{"permissions": {"allow": ["Bash(git:*)"]}}', 'claude'],
  ['/home/me/.claude/settings.json', '{"permissions": {"allow": ["Bash:git *"]}}', 'claude'],
  ['/home/me/.claude/settings.json', '{"model": "x"}', 'claude'],
  ['settings.json', '{"permissions": {"allow": ["Bash:git *"]}}', 'caliban'],
  ['/repo/.caliban/settings.json', '{"permissions": {"allow": ["Bash(git *)"]}}', 'caliban'],
  ['rules.json', '[{"pattern": "Bash", "action": "ask"}]', 'caliban'],
  ['x', '[{"pattern": "Bash", "action": "ask"}]', 'caliban'],
  ['opencode.jsonc', '{}', 'opencode'],
  ['x.json', '{"$schema": "https://opencode.ai/config.json"}', 'opencode'],
  ['x.json', '{"permission": "ask"}', 'opencode'],
  ['x.json', '{"permissions": [{"action": "edit", "resource": "*", "effect": "ask"}]}', 'opencode'],
  ['default.rules', '', 'codex'],
  ['x', 'prefix_rule(pattern = ["a"])', 'codex'],
  ['policy.toml', '[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 1', 'gemini'],
  ['policy.toml', '[[rule]]\nmcpName = "x"\ndecision = "allow"', 'gemini'],
  ['/home/me/.gemini/policies/x.toml', 'a = 1', 'gemini'],
  ['/home/me/.gemini/settings.json', '{"ui": {}}', 'gemini'],
  ['settings.json', '{"tools": {"allowed": ["glob"]}}', 'gemini'],
  ['settings.json', '{"tools": {"exclude": ["glob"]}, "mcpServers": {}}', 'gemini'],
  ['settings.json', '{"excludeTools": ["glob"]}', 'gemini'],
  ['x.toml', '[[rule]]\ntool = "Bash"\naction = "ask"', 'caliban'],
  ['x.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "ask"', 'caliban'],
  ['permissions.toml', '', 'caliban'],
  ['x', '// c\n{"permission": "ask"}', 'opencode'],
])('%s: %s → %s', (fileName, text, format) => {
  expect(imported(text, { fileName }).format).toBe(format);
});

test.each([
  ['x.json', '{"a": 1}'],
  ['x.toml', 'a = 1'],
  ['x.json', '5'],
])('%s: %s tells nothing', (fileName, text) => {
  expect(problem(text, { fileName })).toEqual({
    message: 'it is not clear which agent the file is from; say --format claude, codex, gemini, opencode or caliban',
  });
});
