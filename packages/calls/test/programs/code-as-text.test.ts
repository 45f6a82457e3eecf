import { expect, test } from 'vitest';
import { mayHoldCode } from '../../src/programs/code-as-text.ts';

test.each([
  ['n=0; while read -r _; do n=$((n+1)); done; echo "$n"', false],
  ["a=$(jq '.items | length' x.json); echo $((a + 1))", false],
  ['for ((i=0; i<10; i++)); do echo "$i"; done', false],
  ['(( x >= 3 )) && git log --oneline', false],
  ['echo $((x << 2))', false],
  ["x='a[$(rm y)]'; echo $((x))", true],
  ['x=a\\[\\$\\(rm\\ y\\)\\]; echo $((x))', true],
  ["x=$'a[\\x24(rm y)]'; echo $((x))", true],
  ['x=$(printf "a[\\44(rm y)]"); echo $((x))', true],
  ['x="$(echo \'$(rm y)\')"; echo $((x))', true],
  ["x=\"it's\"; y='$(rm y)'; echo $((y))", true],
  ["read x <<'E'\na[$(rm y)]\nE\necho $((x))", true],
  ['read x <<"E"\na[$(rm y)]\nE\necho $((x))', true],
  ['x=PATH=0; echo $((x))', true],
  ['for x in PATH=0; do echo $((x)); done', true],
  ['y="PA$x=0"; ((y))', true],
  ['x=PATH++; ((x))', true],
  ['x=--PATH; ((x))', true],
  ['echo {Z..a}', true],
  ['x=$BASH_COMMAND; ((x))', true],
])('`%s`: %s', (line, expected) => {
  expect(mayHoldCode(line)).toBe(expected);
});
