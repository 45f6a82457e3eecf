import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import type { Unit } from '../../src/types/command-line.ts';

/** The last command of the line, as it will run as far as the line itself tells. */
function settled(line: string): readonly string[] {
  return textsOf(analyseCommandLine(line).units.at(-1));
}

function textsOf(unit: Unit | undefined): readonly string[] {
  return (unit?.settled?.() ?? []).filter((text) => text !== unit?.plain);
}

describe('what the words of a command become', () => {
  test.each<[line: string, texts: string[]]>([
    ['git push', []],
    ["git 'push' *.ts", []],
    // Braces.
    ['git {push,origin,main}', ['git push origin main']],
    ['git {push,}', ['git push']],
    ['git pu{sh,ll}', ['git push pull']],
    ['git pus{h..h}', ['git push']],
    ['git {c..a}', ['git c b a']],
    ['git {a,{b,c}d}e', ['git ae bde cde']],
    ['git {a{b,c}', ['git {ab {ac']],
    ['git {a}b,c}', ['git a}b c']],
    ['git "{a,b}" \\{c,d} {e\\,f,g}', ['git {a,b} {c,d} e,f g']],
    ['git {"pu"sh,\'-f\'}', ['git push -f']],
    ['git {1..3} {a}', []],
    // What comes out empty.
    ['git pu$@sh origin', ['git push origin']],
    ['git pu$()sh pu``sh', ['git push push']],
    ['git "pu${z}sh" x', ['git push x']],
    ['git $z push', ['git push']],
    ['git "$@" push', ['git push']],
    ['git push$IFS-f', ['git push -f']],
    // The program itself.
    ['{rm,-rf,x}', ['rm -rf x']],
    ['r{m,} -rf y', ['rm r -rf y']],
    ['X=rm; $X -rf y', ['rm -rf y']],
    ['rm$@ -rf x', ['rm -rf x']],
    ['r$@m -rf x', ['rm -rf x']],
    ['rm${IFS}-rf y', ['rm -rf y']],
    ['$@ rm x', ['rm x']],
    ['$X$Y rm x', []],
    ['$DIR/rm x', []],
    ['git ${IFS%?}push', ['git push']],
    ['IFS=,; git a$IFS', ['git a,']],
    ['cat $1/etc', ['cat /etc']],
    ['cat ``/etc', ['cat /etc']],
    ['f() { cat $1/etc; }', []],
    ['set -- a; cat $1/etc', []],
    ['git push $z "$y"', []],
    ['git $x push $z', ['git push $z']],
    ['rm -rf "$DIR"/* ${X}/a "$(pwd)/b"', []],
    // What the line itself says.
    ['x=push; git $x origin', ['git push origin']],
    ['x=push; y=$x; git $y', ['git push']],
    ['x=$(echo push); git $x', ['git push']],
    ['x=$"push"; git $x', ['git push']],
    ['x=(push -f); git ${x[0]}', ['git -f', 'git push', 'git push -f']],
    ['x=~/push; git $x', []],
    ['x=$z; git $x', []],
    ['x=pu; x+=sh; git "$x"', ['git push', 'git pu']],
    ['export x=push; git ${x}', ['git push']],
    ['for x in pull push; do git $x; done', ['git push', 'git pull']],
    ['git ${z:-push} ${y-origin}', ['git push origin']],
    ['git ${z:=push}', ['git push']],
    ['git ${PATH:+push} x', ['git push x', 'git x']],
    ['git pus${z+x}${PATH:+h}', ['git pusxh', 'git push', 'git pusx', 'git pus']],
    // What the line says only later, it has not said yet.
    ['git $z {push,} ${z:=origin}', ['git push origin', 'git origin push origin']],
    ['for i in 1 2; do git $x; x=push; done', ['git', 'git push']],
  ])('%s', (line, texts) => {
    expect(settled(line)).toEqual(texts);
  });

  test.each<[line: string, texts: string[]]>([
    ['git $(echo push) origin', ['git push origin']],
    ['git $(echo -n push)', ['git push']],
    ['$(echo rm) -rf y', ['rm -rf y']],
    ["git `printf '%s' push`", ['git push']],
    ['git log "$(git rev-parse HEAD)"', []],
  ])('%s', (line, texts) => {
    expect(textsOf(analyseCommandLine(line).units[0])).toEqual(texts);
  });

  test('of very many words the first ones', () => {
    const [text = ''] = settled('git {push,{a..z}{a..z}}');
    expect(text.split(' ').slice(0, 3)).toEqual(['git', 'push', 'aa']);
    expect(text.split(' ')).toHaveLength(65);
  });

  test('a line the grammar gave up on tells nothing', () => {
    const { units, overLimit } = analyseCommandLine(`git pu$@sh; ${'$['.repeat(30000)}`);
    expect({ overLimit, texts: textsOf(units[0]) }).toEqual({ overLimit: true, texts: [] });
  });

  test('a name that is not known leaves nothing to tell', () => {
    expect(settled('$x {push,origin}')).toEqual([]);
  });
});

test('values that double stay small', () => {
  const line = `x=ab; ${'x=$x$x; '.repeat(60)}git $x`;
  expect(Math.max(...settled(line).map((text) => text.length))).toBeLessThan(8192);
});
