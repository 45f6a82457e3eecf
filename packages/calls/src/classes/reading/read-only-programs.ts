import type { ReadOnlyProgram } from './read-only-subcommands.ts';

/** One row per program. Programs that aren't here aren't treated as read-only. */
export const READ_ONLY_PROGRAMS: ReadonlyMap<string, ReadOnlyProgram> = new Map<string, ReadOnlyProgram>([
  [
    'git',
    {
      shows:
        /^(?:status|branch(?: (?:-a|-r|-v|-vv|--list|--show-current))*|remote(?: -v)?|stash (?:list|show)(?: (?:-p|--patch|--stat|stash@\{\d+\}))*|worktree list|notes (?:list|show)(?: \w+)?|sparse-checkout list|bundle verify .*|bisect log|remote get-url \w+|rev-list .*|config (?:--get|--list|-l|get|list)\b.*|cat-file -[tsep] .*|ls-tree .*|count-objects.*|name-rev .*|show-ref.*|for-each-ref.*|tag(?: (?:-l|--list|-n\d*)\b.*)?|reflog(?: show\b.*)?)$/,
      not: /^(?:--output|--ext-diff|--textconv|--open-files|-O|-e$)/,
      except: /^config .*(?:extraheader|token|passw|secret|credential\.[^h])/i,
    },
  ],
  [
    'aws',
    {
      flags: '--no-cli-pager --no-paginate --debug',
      values: '--profile --region --output --query',
      shows:
        /^[\w-]+ (?:describe|list|get|head|lookup|batch-get|search|filter|estimate|validate|check|preview)(?:-[\w-]+)?(?: |$)|^s3 ls\b|^dynamodb (?:query|scan)\b|^logs tail\b|^iam simulate-|^route53 test-dns-answer\b|^secretsmanager list-secrets\b|^help$|^configure list\b|^sts get-caller-identity\b|^--version$/,
      except:
        /^(?:secretsmanager (?!list-secrets)|ssm get-param|sts get-(?:session|federation)|ecr\S* get-(?:login|auth)|codeartifact get-auth|cognito\S* get-(?:id|open|cred)|s3api get-object|lambda (?:get-function|list-functions)|ec2 describe-(?:instance-attribute|launch-template-versions)|ecs describe-task-def|batch describe-job-def|glue get-(?:connection|job)|cognito-idp describe-user-pool-client|apprunner describe|amplify (?:get|list)-|codebuild batch-get-pro|elasticbeanstalk describe-configuration-settings|cloudformation get-template|iam get-(?:credential|access)|lightsail get-|ec2 get-(?:password|console|launch-template-data)|kms |eks get-token|rds generate|sso |configure get)|get-(?:\S*(?:token|secret|password|credential|object|key))/,
    },
  ],
  [
    'az',
    {
      shows:
        /^(?:[a-z][a-z0-9-]* ){1,5}(?:list|show|exists|list-[a-z-]+|show-[a-z-]+|get-[a-z-]+|check-[a-z-]+)(?: --?[a-z]|$)|^(?:version|account (?:list|show)|find)\b/,
      except:
        /secret|credential|password|token|appsettings|publishing|settings list|environment-variables|keys? (?:list|show)|connection-string|get-access|get-credentials|keyvault|show-sas|list-keys|list-sas|admin-cred|kubeconfig|devops invoke|rest\b/,
      not: /^--debug$/,
    },
  ],
  [
    'gcloud',
    {
      flags: '--quiet -q',
      values: '--project --format --account --region --zone',
      shows:
        /^(?:[a-z][a-z0-9-]* ){0,5}(?:list|describe|get-iam-policy|get-value|list-[a-z-]+)(?: |$)|^(?:info|version|config list)\b/,
      not: /^--(?:flags-file|log-http|impersonate)/,
      except: /secrets versions|print-|get-credentials|access\b|ssh\b|keys? /,
    },
  ],
  [
    'gh',
    {
      values: '-R --repo',
      shows:
        /^(?:pr|issue|repo|release|run|workflow|gist|label|cache|ruleset|project|org|codespace|extension|variable) (?:list|view|status|diff|checks|field-list|item-list|check)\b|^(?:ext list|extension search|(?:gpg-key|ssh-key|secret) list|rs (?:list|view)|attestation verify|run watch)\b|^api (?:(?:--paginate|-i|--include|--silent|(?:-q|--jq) .+) )*\/?(?!graphql)[\w.-]+(?:\/[\w.{}-]+)*(?:\?\S*)?$|^(?:status|search (?:repos|issues|prs|commits|code)|auth status|config (?:get|list)|alias list)\b|^--version$/,
      except: /^config get .*token/,
      not: /^(?:-w|--web|--show-token|-t|-f|-F|--field|--raw-field|--input|-X|--method)$/,
    },
  ],
  [
    'docker',
    {
      values: '-c --context -l --log-level',
      shows: DOCKER(),
      not: /^--(?:cidfile|iidfile)/,
      except: DOCKER_ENVIRONMENT(),
    },
  ],
  ['podman', { shows: DOCKER(), except: DOCKER_ENVIRONMENT() }],
  ['docker-compose', { shows: /^(?:ps|ls|images|logs|top|port|version|events)\b/, not: /^(?:-o|--output)/ }],
  [
    'kubectl',
    {
      values: '-n --namespace --context',
      shows:
        /^(?:get|describe|plugin list|logs|top|explain|api-resources|api-versions|version|cluster-info|auth (?:can-i|whoami)|config (?:view|get-contexts|current-context|get-clusters|get-users)|rollout (?:status|history)|events)\b/,
      except: /\bsecrets?\b|cluster-info dump|--raw/,
      not: /^(?:-s|--token|--as|--user|--cluster|--client-key|--client-certificate|--certificate-authority|--insecure-skip-tls-verify)(?:=|$)/,
    },
  ],
  [
    'helm',
    {
      values: '-n --namespace --kube-context',
      shows:
        /^(?:list|ls|status|history|get (?:notes|hooks|metadata)|show|inspect|search|repo (?:list|ls)|version|env|lint|plugin list|(?:dependency|dep) (?:list|ls)|completion|help|verify)\b/,
    },
  ],
  // `show`, `validate` and `graph` start the providers below `.terraform`, and a state contains secrets as plain text.
  [
    'terraform',
    {
      shows: /^(?:version|state list|providers|workspace (?:list|show)|fmt .*-check)\b/,
      not: /^-chdir/,
      except: /^providers (?:lock|mirror)/,
    },
  ],
  [
    'brew',
    {
      shows:
        /^(?:list|ls|info|search|outdated|deps|uses|leaves|config|doctor|desc|tap-info|--version|--prefix|--cellar|--caskroom|--repository|--repo|--cache|--env|help|casks|formulae|log|cat|options|missing|commands|shellenv|tap$|abv|dr|analytics$|analytics state)(?: |$)/,
      except: /^tap \S/,
    },
  ],
  [
    'npm',
    {
      shows:
        /^(?:-v|ls|list|ll|la|view|info|show|outdated|search|find|config (?:list|get|ls)|root|prefix|bin|ping|whoami|owner ls|dist-tag ls|explain|why|fund|audit$|audit --(?:json|omit=\w+)|help|run$|c list|cache (?:ls|list)|completion|get registry|profile get|sbom|stars|pkg get|query|team ls|org ls|access list)(?: |$)/,
      not: /^--prefix/,
      except: /_authToken|_password|_auth\b|^config get.*(?:token|auth)/,
    },
  ],
  // Not `yarn`, `go`, `cargo` and the like: files of the repository choose which program is run.
  ['node', { shows: /^(?:--version|-v)$/, only: /^(?:--version|-v)$/ }],
  ...'python python3 ruby perl php java javac gcc g++ clang make cmake bash zsh'
    .split(' ')
    .map((name): [string, ReadOnlyProgram] => [
      name,
      { shows: /^(?:--version|-version|version)$/, only: /^--?version$/ },
    ]),
  ['pip', PIP()],
  ['pip3', PIP()],
  // `uv pip` and `uv python` start the interpreter below `.venv`.
  [
    'uv',
    {
      shows: /^(?:tree .*--frozen|version$|python dir|cache (?:dir|size)|self version|help)\b/,
    },
  ],
  [
    'auth0',
    {
      shows: /^[a-z-]+(?: [a-z-]+)? (?:list|ls|show|search|stats|tail)\b/,
      not: /^(?:-r|--reveal-secrets|--reveal)/,
      except: /^(?:test|api) /,
    },
  ],
  [
    'ip',
    {
      flags: '-4 -6 -s -d -br -brief --brief -c -o -j -json -p -pretty -color --human-readable -h',
      shows:
        /^(?:a|addr|address|l|link|maddr|tunnel|tuntap|netns|netconf|st|stats|m|mroute)(?: (?:show|list|ls|get)\b.*)?$|^(?:mo|monitor)(?: \w+)?$/,
      not: /^-(?:b|batch|force|n|netns)$/,
    },
  ],
  ['fzf', { not: /^--(?:preview|bind|listen|tmux|become|history|walker)|^-{1,2}(?:bash|zsh|fish)?$/ }],
  ['fd', { not: /^(?:-x|-X|--exec|--exec-batch|--gen-completions)/, only: /^-/ }],
  ['journalctl', { not: /^--(?:vacuum|rotate|flush|sync|relinquish|smart|setup-keys|update-catalog|cursor-file)/ }],
  [
    'systemctl',
    {
      flags: '--user --no-pager --all -a',
      shows:
        /^(?:status|list-[a-z-]+|show(?=.* (?:-p |-p|--property[ =])\w)(?!.*Env)|is-active|is-enabled|is-failed|get-default|help)\b/,
    },
  ],
  [
    'launchctl',
    {
      shows:
        /^(?:list|print|print-disabled|print-cache|blame|dumpstate|examine|hostinfo|managername|managerpid|manageruid|version|help|error|resolveport|limit$)\b/,
    },
  ],
  [
    'dmesg',
    { not: /^-(?:c|C|D|E|n|-clear|-read-clear|-console)/, only: /^-(?:[deHkLPrSTtuwWxhV]|[fl].*|-[a-z-]+(?:=.*)?)$/ },
  ],
  [
    'security',
    {
      shows:
        /^(?:list-keychains|show-keychain-info|find-certificate|find-identity|verify-cert|error|cms -D|dump-trust-settings|list-smartcards|smartcards list)\b/,
      not: /^-[swdi]/,
    },
  ],
  ['networksetup', { shows: /^-(?:get|list|show|is|print|version|help)/ }],
  [
    'pkgutil',
    {
      only: /^--(?:pkgs|packages|volume|files|file-info|pkg-info|lsbom|groups|group-pkgs|check-signature|payload-files|verbose|only-files|only-dirs|regexp|export-plist|pkgs-plist|pkg-groups)(?:=|$)/,
    },
  ],
  [
    'tmutil',
    {
      shows:
        /^(?:status|listbackups|destinationinfo|latestbackup|machinedirectory|isexcluded|compare|listlocalsnapshots|listlocalsnapshotdates|uniquesize|calculatedrift|version)\b/,
    },
  ],
  ['diskutil', { shows: /^(?:list|info|activity|listFilesystems)\b/ }],
  [
    'defaults',
    {
      shows: /^(?:read|read-type|domains|find|help)\b/,
      except: /passw|token|secret/i,
      values: '',
      flags: '-currentHost',
    },
  ],
  [
    'hdiutil',
    { shows: /^(?:info|imageinfo|isencrypted|plugins|verify|checksum|help|pmap)\b/, not: /^-(?:stdinpass|passphrase)/ },
  ],
  ['profiles', { shows: /^(?:list|show|status|help|validate)\b/ }],
  ['ansible-doc', { not: /^--(?:vault|module-path)|^-M/ }],
  ['ansible-galaxy', { shows: /^(?:(?:role|collection) )?(?:list|info|search|verify)\b/ }],
  ['ansible-config', { shows: /^(?:list|dump|view)\b/ }],
  ['packer', { shows: /^(?:version|inspect|validate|plugins (?:installed|required)|fmt -check)\b/ }],
  ['ruff', { shows: /^(?:rule|linter|config|version)\b/ }],
  ['yq', { not: /^-(?:i|s|f|-inplace|-split-exp|-from-file)/, except: /\b(?:load|env|strenv|envsubst)/ }],
  [
    'jq',
    { not: /^-(?:f|L|-from-file|-rawfile|-slurpfile|-args)/, except: /\$ENV|(?:^|[^.\w"'-])(?:env|include|import)\b/ },
  ],
  ['sysctl', { except: /=/, not: /^-(?:w|p|f|-write|-load|-system)/, only: /^-(?:a|A|n|N|b|e|o|x|d|h)+$/ }],
  ['ifconfig', { only: /^-(?:a|l|u|d|v|L|m)$/, bare: true }],
  ['scutil', { only: /^--(?:dns|proxy|nwi|get|version)$|^-(?:r|w)$/ }],
  ['lipo', { only: /^-(?:info|detailed_info|archs|verify_arch)$/ }],
  ['codesign', { only: /^(?:-d[v]*|-v+|--display|--verify|--verbose(?:=\d)?|--deep|--strict)$/ }],
  [
    'openssl',
    {
      shows: /^(?:version|x509(?= .*-noout)|verify|ciphers|list|asn1parse|errstr|dgst|prime)\b/,
      not: /^-(?:out|new|newkey|x509|signkey|CAcreateserial|sign|keyout|engine|provider|provider-path|CA|CAkey|passin|config|key|writerand|x509toreq)$/,
    },
  ],
]);

function DOCKER(): RegExp {
  return /^(?:ps|images|info|version|inspect|logs|top|stats|port|diff|history|search|events|(?:container|image|volume|network|node|service|stack|secret|config|plugin|context|builder|buildx(?: imagetools)?|manifest|swarm|system|trust) (?:ls|list|inspect|logs|ps|top|stats|port|diff|history|df|info|events|services|show|du|version)|compose (?:(?:-f|--file|-p|--project-name|--profile) \S+ )*(?:ps|ls|images|logs|top|port|version))(?: |$)/;
}

/** Details of a container include its environment, unless the format selects something else. */
function DOCKER_ENVIRONMENT(): RegExp {
  return /^(?:(?:container|service|config|stack|swarm|secret) )?inspect\b(?!.*(?:-f|--format)[ =]?\{\{\s*(?:range )?(?:\$\w+ := )?\.(?:State|Name|Id|Image|Created|NetworkSettings|Mounts|RestartCount|Platform|RepoTags|Size|Architecture|Os)\b[^}]*\}\}(?: [^{]*)?$)/;
}

function PIP(): ReadOnlyProgram {
  return {
    shows:
      /^(?:list|show|freeze|check|inspect|debug|index versions|cache (?:dir|info|list)|config (?:list|debug)|help|hash)(?: |$)/,
    not: /^--(?:log|python|proxy|cert|editor)/,
  };
}
