import type { ClassName } from '../class-names.ts';
import type { Danger } from '../danger.ts';

/** A program that changes something, and with which words. */
type Change = {
  readonly programs: string;
  /** Options that take the next word. */
  readonly values?: string;
  /** Tested against the arguments without options and their values. Words after `--` are for another program. */
  readonly words: RegExp;
  /** With one of these options it changes nothing. */
  readonly unless?: RegExp;
};

const NPM = { programs: 'npm pnpm yarn bun', values: '-C -F -w --cwd --dir --filter --prefix --registry --workspace' };

const HELP = /^(?:--help|-h)$/;

/** Classes of ordinary work that reaches beyond the workspace. */
export const CHANGES: readonly Danger[] = [
  change('publish', 'publishes for others', [
    { ...NPM, words: /^(?:npm )?(?:publish|unpublish|deprecate|dist-tag (?:add|rm))\b/ },
    { programs: 'cargo', words: /^(?:publish|yank)\b/ },
    { programs: 'gem', words: /^(?:push|yank)\b/ },
    { programs: 'twine', words: /^upload\b/ },
    { programs: 'uv poetry flit hatch', words: /^publish\b/ },
    { programs: 'docker podman', words: /^(?:image |manifest )?push\b/ },
    { programs: 'helm', words: /^(?:push|chart push)\b/ },
    { programs: 'gh', values: '-R --repo', words: /^release (?:create|upload|edit|delete)\b/ },
  ]),
  change('infrastructure', 'changes running systems', [
    {
      programs: 'terraform tofu',
      words: /^(?:apply|destroy|import|taint|untaint|state (?:rm|mv|push)|workspace delete|force-unlock)\b/,
    },
    { programs: 'pulumi', words: /^(?:up|destroy|import|refresh|cancel|stack rm)\b/ },
    {
      programs: 'kubectl oc',
      values: '-l -n -o -s --cluster --context --kubeconfig --namespace --output --selector --server --user',
      words:
        /^(?!auth can-i |explain )(?:\S+ )*?(?:apply|create|delete|edit|patch|replace|scale|rollout (?:restart|undo)|drain|cordon|uncordon|taint|set|run|exec|label|annotate)(?= |$)/,
    },
    {
      programs: 'helm',
      values: '-n --kube-context --namespace',
      words: /^(?:install|upgrade|uninstall|delete|rollback)\b/,
      unless: /^--dry-run(?:=(?:client|server|true))?$/,
    },
    {
      programs: 'aws',
      values: '--cli-read-timeout --endpoint-url --output --profile --query --region',
      words:
        /^(?:\S+ )*?[\w-]+ (?:create|delete|put|update|run|start|stop|terminate|modify|attach|detach|remove|add|reboot|cp|mv|rm|sync|rb|mb)\b/,
    },
    {
      programs: 'az gcloud',
      values:
        '-g -o --account --configuration --filter --format --output --project --query --resource-group --subscription',
      words:
        /(?:^| )(?:create|delete|update|start|stop|restart|deploy|remove|add|set|purge|reset)(?!-set)(?:-[a-z-]+)?(?= |$)/,
    },
    {
      programs: 'ansible-playbook',
      words: /(?:)/,
      unless: /^--(?:syntax-check|list-(?:hosts|tasks|tags)|version)$/,
    },
    { programs: 'cdk sam serverless', words: /^(?:deploy|destroy)\b/ },
  ]),
  change('package-install', 'installs packages', [
    { ...NPM, words: /^(?:workspace \S+ )?(?:i|install|add|ci|update|upgrade|global add)\b/ },
    { programs: 'pip pip3 pipx uv', words: /^(?:pip )?(?:install|add|sync|tool install)\b/ },
    {
      programs: 'cargo gem go brew apt apt-get dnf yum apk',
      values: '-c -o -t --repo --setopt --target-release',
      words: /^(?:\+\S+ )?(?:install|add|get|upgrade)\b/,
    },
  ]),
  change('network', 'talks to the network', [
    {
      programs: 'curl wget wget2 ssh scp sftp rsync nc ncat socat telnet ftp lftp http https xh aria2c',
      words: /(?:)/,
    },
    { programs: 'git', values: '-C -c --git-dir --work-tree', words: /^(?:push|pull|fetch|clone|ls-remote)\b/ },
  ]),
  optional('publish', 'publishes for others', 'docker podman', /^(?:buildx )?(?:build|bake) (?:.* )?--push\b/),
  optional('package-install', 'installs packages', 'pacman yay paru', /^-S(?![isl])/),
];

function change(name: ClassName, why: string, changes: readonly Change[]): Danger {
  const rows = changes.map(({ programs, values = '', ...row }) => ({
    ...row,
    programs: new Set(programs.split(' ')),
    values: new Set(values.split(' ')),
  }));
  return {
    name,
    why,
    class: name,
    command: ({ program, args }) =>
      rows.some(({ programs, values, words, unless }) => {
        if (!programs.has(program)) return false;
        const options = optionsOf(args);
        if (options.some((option) => unless?.test(option) || (name !== 'network' && HELP.test(option)))) return false;
        return words.test(withoutOptions(args, values).join(' '));
      }),
  };
}

/** For changes that depend on an option. */
function optional(name: ClassName, why: string, programs: string, args: RegExp): Danger {
  const known = new Set(programs.split(' '));
  return { name, why, class: name, command: (run) => known.has(run.program) && args.test(run.args.join(' ')) };
}

function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).filter((word) => word.startsWith('-'));
}

function withoutOptions(args: readonly string[], values: ReadonlySet<string>): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < args.length && args[at] !== '--'; at++) {
    const word = args[at] as string;
    if (!word.startsWith('-')) words.push(word);
    else if (values.has(word)) at++;
  }
  return words;
}
