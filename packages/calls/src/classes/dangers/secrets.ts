import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import { pathTest } from './path-test.ts';

/** Where programs store keys and tokens; a directory includes everything below it. */
const STORES = [
  '.ssh .gnupg .aws .azure .kube .config/gcloud .config/op .config/hub .config/gh/hosts.yml .docker/config.json',
  '.netrc .pgpass .my.cnf .npmrc .pypirc .yarnrc.yml .vault-token .git-credentials .config/git/credentials',
  '.cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .terraform.d/credentials.tfrc.json',
  '.password-store .local/share/keyrings Library/Keychains Library/Cookies .mozilla .config/google-chrome .config/chromium',
  '.bash_history .zsh_history .config/containers/auth.json .config/rclone .config/ngrok .config/doctl .config/hcloud',
  '.config/heroku .databrickscfg .snowflake .kaggle/kaggle.json .huggingface/token .cache/huggingface/token .oci .bluemix',
  '.composer/auth.json .gradle/gradle.properties .config/composer/auth.json .fly/config.yml .config/configstore .subversion/auth',
  '.codex/auth.json .claude/.credentials.json .gemini/oauth_creds.json .local/share/opencode/auth.json .config/github-copilot',
  // With these an agent could answer its own questions.
  '.local/state/caliban/serve .local/state/caliban/hub/agent.json .local/state/caliban/hub/person.json',
  '.config/BraveSoftware .config/microsoft-edge .config/vivaldi .thunderbird .config/filezilla .purple .local/share/kwalletd',
]
  .join(' ')
  .replaceAll(' ', ',');

const SYSTEM_FILES =
  '/{etc/{shadow,gshadow}*,etc/sudoers,etc/sudoers.d/**,etc/ssl/private/**,proc/*/environ,proc/*/mem,etc/master.passwd,etc/security/{opasswd,passwd},etc/krb5.keytab,var/lib/sss/**,etc/NetworkManager/system-connections/**}';

const MACOS_STORES = 'Google/Chrome,Chromium,Firefox,BraveSoftware,Microsoft Edge,Vivaldi,Code/User/globalStorage';

const HARD_PATHS = [
  ...['~', '/root', '/home/*', '/Users/*'].flatMap((home) => [
    ...[`${home}/{${STORES}}`, `${home}/{${STORES}}/**`],
    `${home}/Library/Application Support/{${MACOS_STORES}}/**`,
  ]),
  SYSTEM_FILES,
];

/** Parts that contain no secrets. */
const PUBLIC_PARTS = ['~/.ssh/*.pub', '~/.ssh/known_hosts', '~/.ssh/config', '~/.aws/config', '~/.kube/cache/**'];

export const SECRET_STORES: Danger = {
  name: 'secret-stores',
  why: 'touches a place where keys, passwords or tokens are kept',
  class: 'secrets',
  file: (file, context) =>
    isStore(file, context) && !isKnownHosts(file, context) && !(file.access === 'read' && isPublicPart(file, context)),
};

const SOFT_PATHS = [
  '/**/.env',
  '/**/.env[.*?]*',
  '/**/*.env',
  '/**/.{envrc,npmrc,netrc,pypirc,htpasswd,git-credentials,pgpass,boto,my.cnf,s3cfg,dockercfg,vault-token}',
  '/**/*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk,asc,gpg}',
  '/**/id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}',
  '/**/{*credentials*,secret,secrets}.{json,yml,yaml,toml,ini}',
  '/**/{service-account*.json,kubeconfig,terraform.tfstate,*.tfvars,wp-config.php}',
];

/** Made to be published. */
const TEMPLATES = [
  '/**/.env.{example,sample,template,dist,defaults,schema}',
  '/**/*.{example,sample,template}.env',
  '/**/{example,sample,template}.env',
  '/**/*.pub.{pem,key,asc}',
  '/**/*.example.*',
];

export const SECRET_FILES: Danger = {
  name: 'secret-files',
  why: 'touches a file that usually holds passwords, keys or tokens',
  class: 'secrets',
  command: looksForSecrets,
  file: (file, context) => isSecretFile(file, context) && !isTemplate(file, context),
  call: ({ tool, input }) =>
    tool === 'Grep' && SEARCHED_SECRETS.test(String((input as { glob?: unknown } | null)?.glob)),
};

/** Outside of any project: `grep -r password /`, `find / -name id_rsa`, `find ~ -name .aws`. */
function looksForSecrets({ program, args }: RunCommand): boolean {
  if (BROWSER_STORE.test(args.join(' ')) && !/^(?:echo|printf|git)$/.test(program)) return true;
  if (!/^(?:find|gfind|fd|fdfind|locate|mdfind|[efr]?grep|rg|ag|ack)$/.test(program)) return false;
  const isEverywhere =
    /^(?:locate|mdfind)$/.test(program) ||
    args.some((word) => /^(?:\/+\.?\w*\/?|~\/?|\$HOME\/?|\/(?:home|Users)\/[^/]+\/?)$/.test(word));
  return isEverywhere && args.some((word) => SECRET_WORD.test(word));
}

const SECRET_WORD =
  /passw(?:or)?d|\bsecrets?\b|api[_-]?key|token|credential|private.?key|BEGIN.*KEY|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|kdbx|ppk|gnupg|ssh|aws|azure|kube|netrc|env|keystore|keychain)\b/i;

/** Where browsers store passwords and sessions. */
const BROWSER_STORE =
  /(?:Application Support|\.config)\/(?:Google|BraveSoftware|Microsoft Edge|Firefox|Chromium)\/|\b(?:Login Data|logins\.json|key[34]\.db|cookies\.sqlite|Cookies\.binarycookies)\b/;

const SEARCHED_SECRETS = /\.env$|\.env\.|\.pem$|\.key$|id_rsa/;

const KNOWN_HOSTS = ['~/.ssh/known_hosts'];

type SecretPaths = {
  readonly stores: readonly string[];
  /** The parts of the stores that may be read, and those that may be written. */
  readonly storesToRead: readonly string[];
  readonly storesToWrite: readonly string[];
  readonly files: readonly string[];
  readonly filesExcept: readonly string[];
};

/** The same as globs, for confining programs. */
export const SECRET_PATHS: SecretPaths = {
  stores: HARD_PATHS,
  storesToRead: [...KNOWN_HOSTS, ...PUBLIC_PARTS],
  storesToWrite: KNOWN_HOSTS,
  files: SOFT_PATHS,
  filesExcept: TEMPLATES,
};

const isStore = pathTest(HARD_PATHS);
const isKnownHosts = pathTest(KNOWN_HOSTS, 'every place');
const isPublicPart = pathTest(PUBLIC_PARTS, 'every place');
const isSecretFile = pathTest(SOFT_PATHS);
const isTemplate = pathTest(TEMPLATES, 'every place');
