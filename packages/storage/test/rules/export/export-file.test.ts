import { expect, test } from 'vitest';
import { exportFile } from '../../../src/rules/export/export-file.ts';

const RULE = '[[permissions.rules]]\npattern = "Bash:rm *"\naction = "deny"\n';

test.each([
  ['what is canonical stays as it is', `# top\n\n${RULE}# end\n`, `# top\n\n${RULE}# end\n`],
  ['without a byte order mark', `\ufeff${RULE}`, RULE],
  ['nothing but comments', '# nothing yet\n', '# nothing yet\n'],
  [
    'lists become rules and keep their comments',
    '# top\n[permissions]\nenforce = true # for all\n# never\ndeny = ["Bash:rm *"] # gone\n',
    `# top\n[permissions]\nenforce = true # for all\n\n# never\n${RULE.replace('*"', '*" # gone')}`,
  ],
  [
    'version 1 becomes today’s',
    '# why\n[[rule]]\ntool = "Bash:rm *" # it\naction = "Deny"\n',
    '# why\n[[permissions.rules]]\npattern = "Bash:rm *" # it\naction = "deny"\n',
  ],
])('%s', (_, written, exported) => {
  expect(exportFile(written)).toBe(exported);
});

test.each([
  ['no TOML', 'a ='],
  ['a direction mark in a comment', `# \u202e\n${RULE}`],
])('%s cannot be exported as it is', (_, written) => {
  expect(exportFile(written)).toBe(null);
});
