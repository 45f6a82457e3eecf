/** Words that real rules and calls are made of. Commands with their subcommands; the rest fills the places behind them. */
export const COMMANDS = {
  git: 'status add commit push pull fetch checkout switch branch merge rebase stash log diff show reset restore tag remote clone cherry-pick revert bisect blame clean submodule worktree',
  npm: 'install ci run test publish link ls outdated update uninstall audit pack version view exec init',
  pnpm: 'install add remove run test exec dlx publish update outdated list why',
  yarn: 'install add remove run build test workspace upgrade dlx why info',
  npx: 'tsc eslint prettier vitest jest playwright tsx rimraf',
  node: '--test --check -e -p --inspect --run',
  bun: 'install run test add remove build x',
  deno: 'run test fmt lint task check compile cache',
  cargo: 'build test run check clippy fmt doc publish add remove update bench install tree clean',
  rustup: 'update default toolchain target component show',
  go: 'build test run vet fmt mod get install generate list env tool clean work',
  python: '-m -c manage.py setup.py -V',
  pip: 'install uninstall freeze list show download wheel check cache',
  uv: 'pip sync run add remove lock venv tool',
  poetry: 'install add remove run build publish update lock shell show',
  pytest: '-k -x -m --lf -q tests',
  make: 'build test clean install lint release docs all',
  cmake: '--build --install -S -B -G',
  ninja: '-C -t -j',
  docker:
    'build run exec ps images pull push stop rm rmi logs inspect compose network volume tag login cp system stats',
  'docker-compose': 'up down build logs exec ps restart pull',
  podman: 'build run ps exec pull push rm images logs stop',
  kubectl:
    'get describe apply delete logs exec rollout scale port-forward create edit patch top config label annotate drain cordon',
  helm: 'install upgrade uninstall list template repo lint rollback status dependency',
  terraform: 'init plan apply destroy validate fmt import output state workspace show',
  pulumi: 'up preview destroy stack config refresh',
  'ansible-playbook': '-i -l --check --tags --diff',
  aws: 's3 ec2 iam lambda ecs eks rds sts logs cloudformation dynamodb sqs sns ssm route53',
  gcloud: 'compute container iam functions run sql storage projects auth config builds logging',
  az: 'vm aks storage group acr webapp keyvault network login ad',
  gh: 'pr issue repo run release workflow api gist auth secret label search',
  glab: 'mr issue repo ci release pipeline',
  systemctl: 'start stop restart status enable disable reload daemon-reload',
  journalctl: '-u -f -n --since -b',
  'apt-get': 'install remove update upgrade purge autoremove download',
  brew: 'install uninstall update upgrade list info search tap services cleanup',
  dnf: 'install remove update search info list',
  psql: '-c -f -d -h -U',
  mysql: '-e -u -h -D',
  'redis-cli': 'get set del keys flushall info ping monitor',
  mongosh: '--eval --host --quiet',
  sqlite3: '-header -csv -json -batch -readonly',
  curl: '-X -s -o -L -H -d -fsSL -I',
  wget: '-q -O -r -c -N',
  ssh: '-i -p -L -o -t',
  scp: '-r -i -P -q',
  rsync: '-avz -a --delete --dry-run -r --exclude',
  tar: '-xzf -czf -tf -xf -cf --list',
  find: '. src tests packages lib docs',
  grep: '-r -n -rn -i -l -E -c -v',
  rg: '-n -l -i -t -g -c --files -u',
  sed: '-n -i -e -E',
  awk: '-F -f -v',
  jq: '-r -c -s -e . --arg',
  ls: '-la -l -R -lh -a -t',
  cat: '-n -A -b -e',
  chmod: '+x 644 755 -R 600 u+x',
  rm: '-rf -r -f -i -v',
};

/** These get one `cmd *` rule and no narrow ones, so that a broad rule never hides a later narrow one. */
export const BROAD_COMMANDS = ['jq', 'ls', 'cat', 'awk', 'ninja', 'glab', 'mongosh', 'redis-cli'];

/** Every command + subcommand that narrow rules are made from. */
export const PAIRS = Object.entries(COMMANDS)
  .filter(([command]) => !BROAD_COMMANDS.includes(command))
  .flatMap(([command, subcommands]) => subcommands.split(' ').map((subcommand) => `${command} ${subcommand}`));

export const FIRST_HALVES = words(
  'amber ancient autumn blue bold brave bright brisk calm clear cobalt copper coral crisp crystal dawn deep early eastern ember evening fair fast frost gentle glass golden granite green hidden hollow indigo inner ivory keen late light lunar mellow misty modern noble north olive opal outer plain polar prime quiet rapid red royal rustic sandy scarlet sharp silent silver slate solar south steady stone',
);

export const SECOND_HALVES = words(
  'account agent anchor api archive basket billing bridge bucket cache canvas cart catalog cluster console cron dashboard delta digest docs driver editor engine export feed forge form gateway graph harbor import index ingest invoice kernel ledger lexer login mailer market meter mirror notifier orders parser payments pipeline planner portal profile proxy queue reader relay report router runner scheduler search session shop signal store worker',
);

export const FLAGS = words('--verbose --force --dry-run --quiet --no-cache --all --watch --json --prod --recursive');
export const NAMED_FLAGS = words('--workspace --filter --project --namespace --target --profile --config --context');
export const DIRECTORIES = words('src lib app packages services tests docs config scripts tools');
export const EXTENSIONS = words('ts js json md yml css py rs go toml');
export const ENVIRONMENTS = words('dev staging prod eu-west-1 us-east-1 canary');

/** Tool, and the input fields its rules look at. */
export const MCP_TOOLS = [
  ['mcp__github__create_issue', 'repo'],
  ['mcp__github__merge_pull_request', 'repo'],
  ['mcp__github__push_files', 'branch'],
  ['mcp__slack__post_message', 'channel'],
  ['mcp__slack__search_messages', 'query'],
  ['mcp__linear__create_issue', 'team'],
  ['mcp__jira__transition_issue', 'project'],
  ['mcp__postgres__query', 'database'],
  ['mcp__sentry__resolve_issue', 'project'],
  ['mcp__notion__update_page', 'page'],
  ['mcp__stripe__create_refund', 'account'],
  ['mcp__figma__export_frame', 'file'],
  ['mcp__drive__share_file', 'folder'],
  ['mcp__kubernetes__scale', 'namespace'],
  ['mcp__browser__navigate', 'host'],
];

/** What stands behind the part a rule cares about: arguments, then whole further commands. */
export const ARGUMENTS = [
  '--verbose',
  '-n 20',
  '--format json',
  'origin main',
  '--timeout=30s',
  '-- --watch --coverage',
  '"fix the flaky test"',
  '--tag v2.14.0',
  '-o build/output.log',
  '--filter @acme/ui...',
  './scripts/local/setup.sh',
  '--env CI=true',
  'HEAD~3 -- src/index.ts',
  '--since yesterday --author me',
];

export const FURTHER_COMMANDS = [
  '&& echo done',
  '| head -50',
  '| tee build.log',
  '2>&1 | tail -n 40',
  '&& cd .. && pwd',
  '; echo "exit $?"',
  '|| true',
  '> /dev/null 2>&1',
  '| sort | uniq -c | sort -rn',
];

export const HEREDOC_LINES = [
  'version: 3',
  'services:',
  '  web:',
  '    image: registry.example/web:latest',
  '    ports: ["8080:80"]',
  'SELECT id, name FROM users WHERE active;',
  'export default { plugins: [] };',
  'The quick brown fox jumps over the lazy dog.',
];

function words(text) {
  return text.split(' ');
}
