import { describe, expect, test } from 'vitest';
import { type PathOperand, pathOperands } from '../../src/programs/path-operands.ts';
import { GIT_ROWS, PATH_ROWS, TEXT_ONLY } from '../../src/programs/path-table.ts';

/** At least one row for each row of the table. */
const ROWS: readonly (readonly [command: string, reads: string, writes: string, unknown?: string])[] = [
  ['cat -n a b', 'a b', ''],
  ['base64 -w 0 a', '0 a', ''],
  ['column -t a', 'a', ''],
  ['fold -s a', 'a', ''],
  ['less -N a', 'a', ''],
  ['nm -j a', 'a', ''],
  ['/usr/bin/cat a', 'a', ''],
  ['head -n 5 a', '5 a', ''],
  ['tail -c100 a', 'a', ''],
  ['date -f a', 'a', ''],
  ['date -r a +%F', 'a', ''],
  ['man -l a', 'a', ''],
  ['git stash push a', 'push a', 'push a'],
  ['git bundle create a HEAD', '', 'a HEAD'],
  ['git cat-file blob :a', 'blob :a a', ''],
  ['jq --rawfile n b .x a', 'b a', ''],
  ['gawk -i inplace 1 a', 'inplace a', 'a'],
  ['tar xf a b', 'a', 'b'],
  ['tar tf a b', 'a b', ''],
  ['node --env-file=b a', 'b a', ''],
  ['wc -l a --files0-from=b', 'a b', ''],
  ['sort -k2 -o b a', 'a', 'b'],
  ['sort --outp=b a', 'a', 'b'],
  ['sort --outp b a', 'a', 'b'],
  ['uniq a b', 'a', 'b'],
  ['diff -i a b', 'a b', ''],
  ['grep -r x a', 'a', ''],
  ['grep -e x a', 'a', ''],
  ['grep -f a b', 'a b', ''],
  ['rg -g *.ts x a', 'a', ''],
  ['rg --files a', 'a', ''],
  ['grep --color x a', 'a', ''],
  ['ag -t x a', 'a', ''],
  ['sed s/x/y/ a', 'a', ''],
  ['sed -i s/x/y/ a', 'a', 'a'],
  ['sed -i.bak -e s/x/y/ a', 'a', 'a'],
  ['awk {print} a', 'a', ''],
  ['awk {print>"b"} a', 'a', 'b'],
  ['perl -pi -e s/x/y/ a', 'a', 'a'],
  ['ruby a', 'a', ''],
  ['jq .x a', 'a', ''],
  ['yq -i .x=1 a', 'a', 'a'],
  ['tee -a a', '', 'a'],
  ['touch -r a b', 'a', 'b'],
  ['truncate -s 0 a', '', 'a'],
  ['fallocate -l 1M a', '', 'a'],
  ['rm -rf a b', '', 'a b'],
  ['mkdir -m700 a', '', 'a'],
  ['srm -s a', '', 'a'],
  ['rm -- -a', '', '-a'],
  ['chmod 600 a', '', '600 a'],
  ['chmod +x a', '', 'a'],
  ['setfacl -b a', '', 'a'],
  ['chmod --reference=a b', 'a', 'b'],
  ['dos2unix a', 'a', 'a'],
  ['ed -p x a', 'a', 'a'],
  ['vim -c wq a', 'a', 'a'],
  ['vim -p a', 'a', 'a'],
  ['patch -p 1 a -i b', 'a b', 'a'],
  ['cp a b c', 'a b', 'c'],
  ['cp -t c a b', 'a b', 'c'],
  ['cp --target-directory=c a', 'a', 'c'],
  ['mv a b', 'a', 'a b'],
  ['ln -s a b', 'a', 'b'],
  ['install -m 755 a b', 'a', 'b'],
  ['rsync -a --exclude x a b', 'a', 'b'],
  ['scp -i k a b', 'k a', 'b'],
  ['dd if=a of=b bs=1M', 'a', 'b'],
  ['zip a b c', 'b c', 'a'],
  ['unzip a -d b', 'a', 'b'],
  ['7z x a', 'a', ''],
  ['gzip -9 a', 'a', 'a'],
  ['ar -r a b', 'a b', 'a b'],
  ['cpio -F a', 'a', ''],
  ['tar czf a b', 'b', 'a'],
  ['tar -xzf a', 'a', ''],
  ['tar --create --file=a b', 'b', 'a'],
  ['tar -cf a -C /d b', '/d:b', 'a'],
  ['curl -o a https://x.test', '', 'a'],
  ['curl -d @a https://x.test', 'a', ''],
  ['curl -F f=@a https://x.test', 'a', ''],
  ['curl -d x=1 https://x.test', '', ''],
  ['curl -T a https://x.test', 'a', ''],
  ['wget -O a --post-file=b https://x.test', 'b', 'a'],
  ['openssl x509 -in a -out b', 'a', 'b'],
  ['gpg -r me -o a b', 'b', 'a'],
  ['gpg --batch a', 'a', ''],
  ['age -R a -o b c', 'a c', 'b'],
  ['ssh-keygen -f a -y', 'a', ''],
  ['ssh-add -t 60 a', 'a', ''],
  ['source a b', 'a', '', 'b'],
  ['bash -x a b', 'a', '', 'b'],
  ['python3 -W x a b', 'a', '', 'b'],
  ['node -c a', 'a', ''],
  ['iconv -f utf8 a', 'a', ''],
  ['split -b 1M a b', 'a', '', 'b'],
  ['pandoc -s -o a b', 'b', 'a'],
  ['sqlite3 a .dump', 'a', '', '.dump'],
  ['find . -name x -fprint a', '', 'a'],
  ['xargs -a a cat', 'a', ''],
  ['less -oa b', 'b', 'a'],
  ['tree -o a b', '', 'a'],
  ['file -f a b', 'a', ''],
  ['mail -a a me', 'a', ''],
  ['nc host 80', '', ''],
  ['git diff a', 'a', ''],
  ['git add -f a', 'a', ''],
  ['git show HEAD:a', 'HEAD:a a', ''],
  ['git -C /d diff a', '/d:a', ''],
  ['git checkout -b x a', '', 'a'],
  ['git mv a b', 'a', 'a b'],
  ['git config --file a x.y z', 'a', ''],
  ['git push a b', '', ''],
  ['echo a', '', ''],
  ['frobnicate a --file=b -x -o./c', '', '', 'a b ./c'],
];

describe('the files that a command names', () => {
  test.each(ROWS.map(([command, reads, writes, unknown = '']) => [command, reads, writes, unknown] as const))(
    '`%s` reads `%s` and writes `%s`',
    (command, reads, writes, unknown) => {
      const words = command.split(' ');
      const found = pathOperands(words);
      expect(named(found, words, 'read')).toEqual(sorted(reads));
      expect(named(found, words, 'write')).toEqual(sorted(writes));
      expect(named(found, words, 'unknown')).toEqual(sorted(unknown));
    },
  );

  test.each(PATH_ROWS.map(([names]) => names))('a row here tries one of `%s`', (names) => {
    expect(names.split(' ').some((name) => programs.has(name) || (name === 'sh' && programs.has('bash')))).toBe(true);
  });

  test.each(GIT_ROWS.map(([names]) => names))('a row here tries one of `git %s`', (names) => {
    expect(names.split(' ').some((name) => ROWS.some(([command]) => command.includes(` ${name} `)))).toBe(true);
  });

  test('no program stands in two rows', () => {
    const all = [...PATH_ROWS.flatMap(([names]) => names.split(' ')), ...TEXT_ONLY];
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });
});

const programs = new Set(ROWS.map(([command]) => (command.split(' ')[0] as string).replace(/^.*\//, '')));

function named(found: readonly PathOperand[], words: readonly string[], access: PathOperand['access']): string[] {
  return found
    .filter((operand) => operand.access === access)
    .map(({ word, before, end, base }) => {
      const path = (words[word] as string).slice(before, end);
      return base === undefined ? path : `${base}:${path}`;
    })
    .sort();
}

function sorted(names: string): string[] {
  return names === '' ? [] : names.split(' ').sort();
}
