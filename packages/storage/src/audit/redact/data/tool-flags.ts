/** Short flags that carry a password, for the programs known to use them that way. */
export type ToolFlag = {
  readonly tools: readonly string[];
  readonly flags: readonly string[];
  /** `-psecret`, `-p secret`, or both; or, with the flag anywhere, the last word of the command. */
  readonly value: 'attached' | 'spaced' | 'both' | 'last';
  /** Letters that may precede the flag's letter behind the same dash: `-su`. */
  readonly bundledWith?: string;
  /** Which part of the value is the secret: all of it, or the part after this separator. */
  readonly after?: ':' | '=' | '%' | ',' | 'pass:';
  /** Only with this subcommand. */
  readonly under?: string;
};

const CURL_SWITCHES = '#012346BGIJLMNORSafgijklnpqsv';
const HTPASSWD_SWITCHES = '25BDcdimnpsv';

export const TOOL_FLAGS: readonly ToolFlag[] = [
  {
    tools: [
      'mysql',
      'mysqldump',
      'mysqladmin',
      'mysqlimport',
      'mysqlcheck',
      'mariadb',
      'mariadb-dump',
      'mariadb-admin',
    ],
    flags: ['-p'],
    value: 'attached',
  },
  { tools: ['sshpass'], flags: ['-p'], value: 'both' },
  { tools: ['redis-cli'], flags: ['-a'], value: 'spaced' },
  { tools: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'], flags: ['-w'], value: 'both' },
  { tools: ['sqlcmd', 'bcp'], flags: ['-P'], value: 'both' },
  { tools: ['mongo', 'mongosh', 'mongodump', 'mongorestore', 'mongoexport'], flags: ['-p'], value: 'spaced' },
  { tools: ['docker', 'podman', 'nerdctl', 'helm', 'az', 'oc', 'cf'], flags: ['-p'], value: 'spaced', under: 'login' },
  {
    tools: ['curl'],
    flags: ['-u', '-U', '--user', '--proxy-user'],
    value: 'both',
    after: ':',
    bundledWith: CURL_SWITCHES,
  },
  // Without `=` the value is a file name.
  { tools: ['curl'], flags: ['-b'], value: 'both', after: '=', bundledWith: CURL_SWITCHES },
  { tools: ['http', 'https', 'xh'], flags: ['-a', '--auth'], value: 'both', after: ':' },
  { tools: ['xh', 'xhs'], flags: ['--bearer'], value: 'both' },
  { tools: ['smbclient', 'rpcclient'], flags: ['-U', '--user'], value: 'both', after: '%' },
  { tools: ['lftp'], flags: ['-u', '--user'], value: 'spaced', after: ',' },
  { tools: ['7z', '7za', '7zr', 'rar', 'unrar'], flags: ['-p'], value: 'attached' },
  { tools: ['twine'], flags: ['-p'], value: 'spaced' },
  { tools: ['ssh-keygen'], flags: ['-N'], value: 'spaced' },
  { tools: ['gh', 'glab'], flags: ['-b', '--body'], value: 'both', under: 'secret' },
  { tools: ['kubectl', 'oc'], flags: ['--from-literal'], value: 'both', after: '=', under: 'secret' },
  { tools: ['zip', 'unzip'], flags: ['-P'], value: 'both' },
  { tools: ['openssl'], flags: ['-passin', '-passout'], value: 'spaced', after: 'pass:' },
  { tools: ['openssl'], flags: ['-k', '-K'], value: 'spaced' },
  { tools: ['htpasswd'], flags: ['-b'], value: 'last', bundledWith: HTPASSWD_SWITCHES },
];

/** Most texts contain none of these flags and need no search for the programs. */
export const ANY_FLAG: RegExp =
  /[ \t]-(?:[KNPUabkpuw]|[#\w]{1,24}[Uub]|-user|-proxy-user|-auth|-bearer|-body|-from-lit)/;
