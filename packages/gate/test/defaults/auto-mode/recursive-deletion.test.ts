import { describe, expect, test } from 'vitest';
import { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from '../../../src/defaults/auto-mode/recursive-deletion.ts';
import { knows } from './tried.ts';

describe('recursive-deletion', () => {
  const deletesTree = knows(RECURSIVE_DELETION);

  test.each([
    'rm -rf build',
    'rm -fr build',
    'rm -r build',
    'rm -R build',
    'rm -r -f build',
    'rm -f -r build',
    'rm -vfr build',
    'rm build -rf',
    'rm --recursive build',
    'rm --recurs --force build',
    'rm  -rf   build',
    '\\rm -rf build',
    'r""m -rf build',
    "$'rm' -rf build",
    '/bin/rm -rf build',
    'cd x && rm -rf *',
    'sudo rm -rf build',
    "bash -c 'rm -rf build'",
    'eval "rm -rf build"',
    'env -S "rm -rf build"',
    'find . -name x -delete',
    'find . -exec rm {} +',
    'find . -execdir /bin/rm -f {} ";"',
    'find . -type f | xargs rm',
    'find . -print0 | xargs -0 rm -f',
    'fd -x rm',
    'git clean -fdx',
    'git clean -xdf',
    'git -C sub clean --force -d',
    'rsync -a --delete empty/ build/',
    'shred -u x',
    'npx rimraf build',
    'python3 -c "import shutil; shutil.rmtree(\'build\')"',
    `node -e "fs.rmSync('build', {recursive: true})"`,
    'busybox rm -rf build',
    'toybox rm -rf build',
    'bash <<< "rm -rf build"',
    'bash -s <<EOF\nrm -rf build\nEOF',
    "cat <<'EOF' | sh\ncd x\nrm -rf build\nEOF",
    'ssh host rm -rf build',
    "ssh -p 22 host 'cd x && rm -rf build'",
    'rm -{r,f} build',
    'rm -r$@f build',
    'f=-rf; rm $f build',
    'if true; then rm -rf x; fi',
    'watch rm -rf x',
  ])('knows `%s`', (command) => {
    expect(deletesTree(command)).toBe(true);
  });

  test.each([
    'rm build.log',
    'rm -f a.tar b.rs',
    'rm -- -r',
    'rm -i x',
    'rmdir empty',
    'ls -R',
    'grep -r "rm -rf" .',
    'echo rm -rf x',
    "cat > clean.sh <<'EOF'\nrm -rf x\nEOF",
    'bash scripts/x.sh <<< "rm -rf x"',
    'git commit -m "rm -rf the cache"',
    'git clean -n',
    'git clean -ndx',
    'git rm --cached x',
    'git checkout clean -f',
    'find . -name "*.ts"',
    'find . -exec grep x {} +',
    'xargs cat',
    'rsync -a src/ dst/',
    'npm run rm',
    'cp -r a b',
    'docker run --rm alpine',
  ])('spares `%s`', (command) => {
    expect(deletesTree(command)).toBe(false);
  });
});

describe('catastrophic-deletion', () => {
  const destroys = knows(CATASTROPHIC_DELETION);

  test.each([
    'rm -rf /',
    'rm -rf /*',
    'rm -rf --no-preserve-root /',
    'rm -r -f ~',
    'rm -rf ~/',
    'rm -rf ~/*',
    'rm -rf "$HOME"',
    'rm -rf ${HOME}/*',
    'rm -rf /home/me',
    'rm -fr /etc',
    'rm -rf /etc/nginx',
    'rm -rf /usr/lib',
    'rm -rf /var',
    'rm -rf ..',
    'rm -rf /repo/../',
    'rm -rf /repo/../home/./me/',
    'sudo rm -rf /boot',
    "sh -c 'rm -rf /'",
    'find / -delete',
    'rsync -a --delete empty/ ~/',
    'find ~ -type f -delete',
    'ls; rm -rf x / y',
    'rm -rf ~root',
    'rm -rf C:\\\\',
  ])('knows `%s`', (command) => {
    expect(destroys(command)).toBe(true);
  });

  test.each([
    'rm -rf build',
    'rm -rf ./build',
    'rm -rf .',
    'rm -rf *',
    'rm -rf node_modules/*',
    'rm -rf /tmp/x',
    'rm -rf /var/tmp/x',
    'rm -rf ~/work/x/build',
    'rm -rf /home/me/x',
    'rm -rf /repo/etc',
    'rm /etc',
    'find . -delete',
    'ls /',
    'echo "rm -rf /"',
    'rm -rf /dev/shm/x',
    'rsync -a --delete /etc/ backup/',
    'git clean -fdx',
  ])('spares `%s`', (command) => {
    expect(destroys(command)).toBe(false);
  });
});
