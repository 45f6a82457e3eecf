type Words = {
  readonly pick: <T>(from: readonly T[]) => T;
  readonly directories: readonly string[];
  readonly n: () => number;
  readonly word: () => string;
  readonly Word: () => string;
  readonly id: () => string;
  readonly file: (extension?: string) => string;
  readonly phrase: () => string;
  readonly code: () => string;
  readonly heredoc: (to: string) => string;
};

/** How often, and a line. */
type Weighted = readonly [weight: number, line: string];

type Person = {
  readonly workspace: string;
  readonly directories: readonly string[];
  readonly names: readonly string[];
  readonly extensions: readonly string[];
  readonly own: (g: Words) => readonly Weighted[];
};

/** People with their projects, and what only their agents run. */
const PEOPLE = {
  ts: {
    workspace: '/work/app',
    directories: ['src', 'packages/core/src', 'packages/cli/src', 'test', 'packages/core/test'],
    names:
      'parser tokenize server client router auth cache queue config logger index render hooks store theme retry fetcher schema session'.split(
        ' ',
      ),
    extensions: ['ts', 'ts', 'tsx', 'json'],
    own: (g: Words) => [
      [6, `npx vitest run ${g.file('test.ts')} 2>&1 | tail -${g.n()}`],
      [3, `npx vitest run ${g.file('test.ts')} -t '${g.phrase()}' 2>&1 | grep -v "^$" | head -${g.n()}`],
      [4, 'npx tsc --noEmit 2>&1 | head -20'],
      [3, `npx tsc -p tsconfig.json --noEmit`],
      [3, 'npm test 2>&1 | tail -30'],
      [2, 'npm run build'],
      [2, `npm run build --workspace packages/${g.pick(['core', 'cli'])} 2>&1 | tail -5`],
      [3, `npx biome check --write ${g.file('ts')}`],
      [2, `npx eslint ${g.file('ts')} --fix`],
      [1, `npx prettier --check ${g.pick(g.directories)}`],
      [2, `npm run lint 2>&1 | tail -20`],
      [1, `npm ls ${g.word()}`],
      [1, `npm view ${g.word()} version`],
      [2, `node -e "${g.code()}"`],
      [2, `node scripts/${g.word()}.mjs --dry-run`],
      [1, `npm install -D ${g.word()}`],
      [2, `node --test ${g.file('test.js')}`],
      [1, `rm -rf dist node_modules/.cache`],
      [1, `npx playwright test ${g.file('spec.ts')} --reporter=line`],
      [2, `npm run typecheck && npm run lint && npm test`],
      [1, 'npm pkg get version'],
      [2, `node packages/cli/dist/index.js ${g.word()} --help | head -40`],
    ],
  },
  py: {
    workspace: '/home/ann/forecast',
    directories: ['forecast', 'forecast/models', 'tests', 'notebooks', 'scripts', 'forecast/io'],
    names:
      'train eval loader features metrics plots utils dataset lstm arima config cli export weights calendar holidays'.split(
        ' ',
      ),
    extensions: ['py', 'py', 'py', 'yaml', 'toml', 'csv'],
    own: (g: Words) => [
      [6, `python -m pytest ${g.file('py')} -q 2>&1 | tail -${g.n()}`],
      [3, `pytest -x -q ${g.file('py')}::test_${g.word()}`],
      [3, `python -m pytest tests -q -k "${g.word()}" --no-header 2>&1 | tail -20`],
      [2, 'ruff check .'],
      [2, `ruff check ${g.file('py')} --fix`],
      [2, `ruff format ${g.pick(g.directories)}`],
      [2, `mypy ${g.pick(g.directories)} 2>&1 | tail -5`],
      [3, `python ${`scripts/${g.word()}.py`} --epochs ${g.n()} --seed ${g.n()}`],
      [3, `python3 -c "${g.code()}"`],
      [4, g.heredoc('python3 -')],
      [2, `source .venv/bin/activate && python -m pytest -q`],
      [1, `pip install -e .`],
      [1, `pip show ${g.word()}`],
      [1, `uv run pytest ${g.file('py')} -q`],
      [1, `uv sync`],
      [2, `wc -l data/${g.word()}.csv`],
      [2, `head -${g.n()} data/${g.word()}.csv`],
      [1, `jupyter nbconvert --to script notebooks/${g.word()}.ipynb`],
      [1, `PYTHONPATH=. python scripts/${g.word()}.py`],
      [1, `python -m forecast.cli ${g.word()} --out out/${g.word()}.json`],
      [1, `black ${g.file('py')}`],
    ],
  },
  go: {
    workspace: '/srv/code/gateway',
    directories: ['internal/auth', 'internal/proxy', 'cmd/gateway', 'pkg/limits', 'api/v1', 'deploy'],
    names: 'handler server limits token store client proxy health metrics config middleware retry'.split(' '),
    extensions: ['go', 'go', 'go', 'yaml', 'proto'],
    own: (g: Words) => [
      [5, `go test ./${g.pick(g.directories)}/... 2>&1 | tail -${g.n()}`],
      [3, `go test ./... -run Test${g.Word()} -count=1 -v`],
      [3, 'go build ./...'],
      [2, 'go vet ./...'],
      [2, `gofmt -l ${g.pick(g.directories)}`],
      [2, `gofmt -w ${g.file('go')}`],
      [1, 'go mod tidy'],
      [1, `go doc ${g.word()}`],
      [2, `golangci-lint run ./${g.pick(g.directories)}/...`],
      [2, `kubectl get pods -n ${g.word()}`],
      [2, `kubectl logs deploy/${g.word()} -n staging --tail=${g.n()}`],
      [1, `kubectl describe pod ${g.word()}-${g.n()} -n staging`],
      [1, `kubectl apply -f deploy/${g.word()}.yaml`],
      [1, `docker build -t gateway:${g.word()} .`],
      [2, `docker logs ${g.word()} --tail ${g.n()}`],
      [1, `docker compose up -d ${g.word()}`],
      [1, `curl -s localhost:8080/${g.word()} | jq .`],
      [1, `helm template deploy/chart -f deploy/${g.word()}.yaml`],
      [2, `make test`],
      [1, `make lint`],
      [1, `buf lint`],
      [1, `terraform -chdir=deploy/tf plan`],
      [1, `go run ./cmd/gateway -config deploy/${g.word()}.yaml`],
    ],
  },
  ops: {
    workspace: '/home/fay/infra',
    directories: ['terraform/prod', 'terraform/modules/vpc', 'ansible/roles/web', 'scripts', 'k8s/overlays/staging'],
    names: 'main variables outputs nginx deploy backup cluster network monitor alerts'.split(' '),
    extensions: ['tf', 'yml', 'yaml', 'sh'],
    own: (g: Words) => [
      [3, `terraform -chdir=terraform/${g.pick(['prod', 'staging'])} validate`],
      [2, `terraform -chdir=terraform/staging plan -out=plan.bin 2>&1 | tail -${g.n()}`],
      [2, `terraform fmt -recursive`],
      [2, `ansible-lint ${g.file('yml')}`],
      [1, `ansible-playbook -i inventory/staging site.yml --check --diff --limit ${g.word()}`],
      [3, `kubectl get ${g.pick(['pods', 'svc', 'deploy'])} -n ${g.word()} -o wide`],
      [2, `kubectl -n ${g.word()} describe pod ${g.word()}-${g.n()}`],
      [
        2,
        `aws ec2 describe-instances --filters Name=tag:Name,Values=${g.word()} --query 'Reservations[].Instances[].InstanceId'`,
      ],
      [1, `aws s3 ls s3://${g.word()}-logs/ --recursive | tail -${g.n()}`],
      [1, `helm list -A`],
      [1, `helm upgrade --install ${g.word()} charts/${g.word()} -n staging`],
      [1, `kustomize build k8s/overlays/staging | head -${g.n()}`],
      [2, `shellcheck ${g.file('sh')}`],
      [1, `bash -n ${g.file('sh')}`],
      [1, `ssh ${g.word()}-${g.n()} uptime`],
      [1, `dig +short ${g.word()}.example.com`],
      [1, `gh run list --limit ${g.n()}`],
      [1, `gh run view ${g.n()} --log-failed | tail -${g.n()}`],
      [1, `systemctl status nginx`],
      [1, `journalctl -u nginx -n ${g.n()} --no-pager`],
      [1, `yamllint ${g.file('yaml')}`],
    ],
  },
} satisfies Record<string, Person>;

export type PersonName = keyof typeof PEOPLE;
export const PERSON_NAMES: readonly PersonName[] = Object.keys(PEOPLE) as PersonName[];

export function workspaceOf(person: PersonName): string {
  return PEOPLE[person].workspace;
}

/** The lines of one session, as coding agents write them; the same for the same seed. */
export function generatedSession(name: PersonName, seed: number, length: number): readonly string[] {
  const person: Person = PEOPLE[name];
  const random = randomFrom(seed);
  const g = wordsOf(person, random);
  const movesFirst = random() < 0.35;
  return Array.from({ length }, () => {
    const line = weighted(random() < 0.36 ? person.own(g) : common(g, person), random);
    const chance = random();
    if (movesFirst && chance < 0.6 && !/^(?:cd|for|while|cat >)/.test(line)) return `cd ${person.workspace} && ${line}`;
    if (chance < 0.08) return `cd ${g.pick(person.directories)} && ${line}`;
    if (chance > 0.9 && !/[|<\n]/.test(line)) return `${line} 2>&1 | tail -${g.n()}`;
    return chance > 0.86 && !/[<\n]/.test(line) ? `${line}; echo "exit $?"` : line;
  });
}

function weighted(rows: readonly Weighted[], random: () => number): string {
  let left = random() * rows.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, line] of rows) {
    left -= weight;
    if (left < 0) return line;
  }
  return rows[0]?.[1] ?? '';
}

const WORDS =
  'alpha orders retry batch merge stream token parse window cursor limit widget invoice buffer region shard lens tower mapper probe signal ticket frame pixel ledger harbour beacon anchor tide vector'.split(
    ' ',
  );

function wordsOf({ directories, names, extensions }: Person, random: () => number): Words {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const n = () => pick([3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 200]);
  const word = () => pick(WORDS) + (random() < 0.35 ? pick(['_', '-']) + pick(WORDS) : '');
  const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return {
    pick,
    directories,
    n,
    word,
    Word: () => word().split(/[_-]/).map(capital).join(''),
    id: () => pick(names) + pick(['', 'Of', 'For', 'Map', 'Error', '_id', 'Config']),
    file: (extension = pick(extensions)) =>
      `${pick(directories)}/${pick(names)}${random() < 0.3 ? `_${pick(WORDS)}` : ''}.${extension}`,
    phrase: () => `${pick(WORDS)} ${pick(['is', 'has', 'needs', 'keeps'])} ${pick(WORDS)}`,
    code: () =>
      pick([
        `console.log(require('./package.json').version)`,
        `import ${pick(WORDS)}; print(${pick(WORDS)}.__version__)`,
        `print(${n()} * ${n()})`,
      ]),
    heredoc: (to) =>
      `${to} <<'EOF'\nimport json\nd = json.load(open('${pick(directories)}/${pick(WORDS)}.json'))\nprint(len(d), ${n()})\nEOF`,
  };
}

/** What every agent runs. */
function common(g: Words, p: Person): readonly Weighted[] {
  const { pick } = g;
  return [
    [9, `grep -rn "${g.id()}" ${pick(p.directories)}${pick([` | head -${g.n()}`, ''])}`],
    [5, `grep -rn "${g.id()}\\|${g.id()}" --include=*.${pick(p.extensions)} ${pick(p.directories)} | head -${g.n()}`],
    [3, `grep -n "${g.id()}" ${g.file()}`],
    [4, `rg -n "${g.id()}" ${pick(p.directories)}`],
    [1, `rg -l '${g.id()}\\(' -g '*.${pick(p.extensions)}'`],
    [7, `sed -n '${g.n()},${g.n() + 100}p' ${g.file()}`],
    [3, `cat ${g.file()}`],
    [2, `cat ${g.file()} | head -${g.n()}`],
    [3, `cat ${g.file()} ${g.file()}`],
    [2, `head -${g.n()} ${g.file()}`],
    [2, `tail -n ${g.n()} ${g.file()}`],
    [2, `wc -l ${pick(p.directories)}/*.${pick(p.extensions)} | tail -${g.n()}`],
    [3, `ls ${pick(p.directories)}`],
    [2, `ls -la ${pick(p.directories)} | head -${g.n()}`],
    [3, `find ${pick(p.directories)} -name "*.${pick(p.extensions)}" | head -${g.n()}`],
    [1, `find . -type f -name '${g.word()}*' -not -path './node_modules/*'`],
    [1, `diff ${g.file()} ${g.file()}`],
    [1, `jq '.${g.word()}' ${pick(p.directories)}/${g.word()}.json`],
    [1, 'pwd'],
    [1, `which ${g.word()}`],
    [1, `awk '{print $${pick([1, 2, 3])}}' ${g.file()} | sort | uniq -c | sort -rn | head -${g.n()}`],
    [5, 'git status'],
    [3, 'git status --short'],
    [3, 'git diff'],
    [3, `git diff ${g.file()}`],
    [2, 'git diff --stat'],
    [3, `git log --oneline -${g.n()}`],
    [1, `git show ${pick(['HEAD', 'abc1234', 'HEAD~2'])} --stat`],
    [1, `git blame -L ${g.n()},+20 ${g.file()}`],
    [2, `git add ${g.file()}`],
    [2, 'git add -A'],
    [3, `git add -A && git commit -m "${g.phrase()}"`],
    [
      2,
      `git add ${g.file()} ${g.file()} && git commit -q -m "${pick(['fix', 'feat', 'test'])}: ${g.phrase()}" && git log --oneline -1`,
    ],
    [2, `git commit -m "$(cat <<'EOF'\n${g.phrase()}\n\nBecause ${g.phrase()}.\nEOF\n)"`],
    [1, `git checkout -b ${g.word()}`],
    [1, `git stash`],
    [1, 'git push'],
    [1, `git push origin ${g.word()}`],
    [1, 'git fetch origin && git rebase origin/main'],
    [1, `git checkout ${g.file()}`],
    [4, `cat > ${g.file()} <<'EOF'\n${g.phrase()}\n${g.phrase()}\nEOF`],
    [2, `cat >> ${g.file()} <<'EOF'\n${g.phrase()}\nEOF`],
    [2, `sed -i 's/${g.id()}/${g.id()}/g' ${g.file()}`],
    [1, `mkdir -p ${pick(p.directories)}/${g.word()}`],
    [1, `cp ${g.file()} ${g.file()}`],
    [1, `mv ${g.file()} ${g.file()}`],
    [2, `rm ${g.file()}`],
    [1, `rm -rf /tmp/${g.word()}`],
    [1, `touch ${g.file()}`],
    [1, `chmod +x scripts/${g.word()}.sh`],
    [2, `for f in ${pick(p.directories)}/*.${pick(p.extensions)}; do echo "== $f"; head -${g.n()} "$f"; done`],
    [1, `for i in 1 2 3; do ${pick(['make test', 'npm test', 'cargo test'])} 2>&1 | tail -1; done`],
    [1, `while read -r l; do echo "$l"; done < ${g.file()}`],
    [2, `echo "---"; ls ${pick(p.directories)}; echo "---"; cat ${g.file()}`],
    [2, `ls ${pick(p.directories)} && cat ${g.file()} | head -${g.n()} && grep -c "${g.id()}" ${g.file()}`],
    [1, `sleep ${pick([1, 2, 5, 10])}; tail -${g.n()} /tmp/${g.word()}.log`],
    [1, `ps aux | grep ${g.word()} | grep -v grep`],
    [1, 'date'],
    [1, `du -sh ${pick(p.directories)}`],
    [1, `lsof -i :${g.n()}`],
    [1, `timeout ${g.n()} ${pick(['make test', 'npm test'])}`],
    [1, `(time make ${pick(['build', 'test'])}) 2>&1 | tail -5`],
    [1, `curl -s http://localhost:${3000 + g.n()}/${g.word()} | head -c ${g.n()}`],
    [1, `gh pr view ${g.n()} --json title,body`],
    [1, `gh pr checks ${g.n()}`],
    [1, `gh issue view ${g.n()}`],
    [1, `kill %1`],
    [1, `export X=1; ${pick(['make', 'npm run build'])}`],
    [1, `x=$(git rev-parse HEAD); echo $x`],
  ];
}

/** Small and good enough to vary texts (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
