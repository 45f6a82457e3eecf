const fill = (piece) => (length) => piece.repeat(Math.ceil(length / piece.length));

/** Each tries to make one of the searches look at the same characters again and again. */
export const HOSTILE_TEXTS = {
  'ordinary code': fill('const result = await readFile(join(directory, name), "utf8"); // and so on\n'),
  'one letter': fill('a'),
  'one hot word': fill('token'),
  'hot words, colons': fill('token:'),
  'hot words, equals signs': fill('token='),
  'hot words, quotes that close at once': fill('token="'),
  'hot words, blanks': fill('token '),
  'a hot word and many blanks': (length) => `token${' '.repeat(length)}`,
  'flags without a value': fill('--token '),
  dashes: fill('-'),
  'an open quote': (length) => `TOKEN="${'x'.repeat(length)}`,
  'many kinds of open quotes': fill(`TOKEN="$(TOKEN='$(TOKEN=\\"$(TOKEN=\\'$(`),
  'ever deeper escapes': (length) => {
    let text = '';
    for (let depth = 1; text.length < length; depth++) text += `token=${'\\'.repeat(depth)}"$(`;
    return text;
  },
  'ever deeper escapes, values': (length) => {
    let text = '';
    for (let depth = 1; text.length < length; depth++) text += `token=${'\\'.repeat(depth)}"x`;
    return text;
  },
  backslashes: fill('\\'),
  'a quote after many backslashes': (length) => `token="${'\\'.repeat(length)}`,
  'token beginnings': fill('ghp_'),
  'token beginnings, dashes': fill('xoxb-'),
  'short tokens': fill('sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-'),
  'web token beginnings': fill('eyJ-'),
  'web tokens without an end': fill('eyJaaaaaaaa.bbbbbbbb '),
  'one long web token part': (length) => `eyJ${'a'.repeat(length)}`,
  dots: fill('eyJ.'),
  bearers: fill('Bearer '),
  'bearers without a digit': fill('Bearer aaaaaaaaaaaaaaaaaaaaaaaa '),
  urls: fill('://'),
  'urls with a password that never ends': fill('://a:b'),
  signs: fill('https://a:b@'),
  'key beginnings': fill('-----BEGIN RSA PRIVATE KEY-----'),
  'key beginnings with a body': fill('-----BEGIN RSA PRIVATE KEY-----AAAAAAAAAAAAAAAAAAAAAA'),
  programs: fill('mysql '),
  'programs and flags': fill('curl -u a '),
  'a program and many words': (length) => `mysql ${fill('-p -x y ')(length)}`,
  headers: fill('Authorization: '),
  'secrets everywhere': fill('A_TOKEN=k3Yk3Yk3Y '),
  telegrams: fill('12345678:A'),
  digits: fill('123456789:'),
};
