import type { ClassName } from '../class-names.ts';
import type { Danger } from '../danger.ts';

/** Classes of ordinary work that reaches beyond the workspace: a program, and the first words it is given. */
export const CHANGES: readonly Danger[] = [
  change('publish', 'publishes for others', [
    ['npm pnpm yarn bun', /^(?:npm )?(?:publish|unpublish|deprecate|dist-tag (?:add|rm))\b/],
    ['cargo', /^(?:publish|yank)\b/],
    ['gem', /^(?:push|yank)\b/],
    ['twine', /^upload\b/],
    ['uv poetry flit hatch', /^publish\b/],
    ['docker podman', /^(?:image |manifest |buildx build .*--)?push\b/],
    ['helm', /^(?:push|chart push)\b/],
    ['gh', /^release (?:create|upload|edit|delete)\b/],
  ]),
  change('infrastructure', 'changes running systems', [
    ['terraform tofu', /^(?:apply|destroy|import|taint|untaint|state (?:rm|mv|push)|workspace delete|force-unlock)\b/],
    ['pulumi', /^(?:up|destroy|import|refresh|cancel|stack rm)\b/],
    [
      'kubectl oc',
      /^(?:\S+ )*?(?:apply|create|delete|edit|patch|replace|scale|rollout (?:restart|undo)|drain|cordon|taint|set|run|exec|label|annotate)\b/,
    ],
    ['helm', /^(?:install|upgrade|uninstall|delete|rollback)\b/],
    [
      'aws',
      /^(?:-\S+ \S+ )*[\w-]+ (?:create|delete|put|update|run|start|stop|terminate|modify|attach|detach|remove|add|reboot|cp|mv|rm|sync|rb|mb)\b/,
    ],
    ['az gcloud', /\b(?:create|delete|update|start|stop|restart|deploy|remove|add|set|purge|reset)\b/],
    ['ansible-playbook', /./],
    ['cdk sam serverless', /^(?:deploy|destroy)\b/],
  ]),
  change('package-install', 'installs packages', [
    ['npm pnpm yarn bun', /^(?:i|install|add|ci|update|upgrade|global add)\b/],
    ['pip pip3 pipx uv', /^(?:pip )?(?:install|add|sync|tool install)\b/],
    ['cargo gem go brew apt apt-get dnf yum apk pacman', /^(?:-\S+ )*(?:install|add|get|upgrade|-S\w*)\b/],
  ]),
  change('network', 'talks to the network', [
    ['curl wget wget2 ssh scp sftp rsync nc ncat socat telnet ftp lftp http https xh aria2c', /(?:)/],
    ['git', /^(?:push|pull|fetch|clone|ls-remote)\b/],
  ]),
];

function change(name: ClassName, why: string, rows: readonly (readonly [programs: string, words: RegExp])[]): Danger {
  const table = rows.map(([programs, words]) => ({ programs: new Set(programs.split(' ')), words }));
  return {
    name,
    why,
    class: name,
    command: ({ program, args }) =>
      table.some(({ programs, words }) => programs.has(program) && words.test(args.join(' '))),
  };
}
