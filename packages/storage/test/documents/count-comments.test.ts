import { expect, test } from 'vitest';
import { countComments } from '../../src/documents/count-comments.ts';

test.each([
  ['', 0],
  ['a = 1', 0],
  ['# one\na = 1 # two\n#three', 3],
  ['a = "# no" # yes', 1],
  ["a = '# no' # yes", 1],
  [String.raw`a = "\" # no" # yes`, 1],
  [String.raw`a = '\' # yes`, 1],
  ['a = """\n# no\n""" # yes', 1],
  ["a = '''\n# no\n''' # yes", 1],
  ['a = """x""""" # yes "', 1],
  [String.raw`a = """\""" # no """ # yes`, 1],
  ["a = ['#', \"#\", # yes\n '#'] # 'yes", 2],
  ['"#" = 1 # yes', 1],
  ['a = "" # yes', 1],
  ['a = "never closed # no', 0],
])('%j has %i', (text, count) => {
  expect(countComments(text)).toBe(count);
});
