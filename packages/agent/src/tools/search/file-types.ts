import { SearchError } from './search.ts';

/** The file types people search by most; ripgrep knows more. */
export function isOfType(type: string): (path: string) => boolean {
  const endings = Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : undefined;
  if (endings === undefined) {
    throw new SearchError(`unknown type \`${type}\`; known are ${Object.keys(ENDINGS).join(', ')}, or use \`glob\``);
  }
  return (path) => endings.some((ending) => path.endsWith(ending));
}

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  c: ['.c', '.h'],
  cpp: ['.cpp', '.cc', '.cxx', '.hpp', '.hh', '.h'],
  cs: ['.cs'],
  css: ['.css', '.scss'],
  go: ['.go'],
  html: ['.html', '.htm'],
  java: ['.java'],
  js: ['.js', '.jsx', '.mjs', '.cjs', '.vue'],
  json: ['.json'],
  kotlin: ['.kt', '.kts'],
  lua: ['.lua'],
  md: ['.md', '.markdown', '.mdx'],
  php: ['.php'],
  py: ['.py', '.pyi'],
  ruby: ['.rb', 'Gemfile', 'Rakefile'],
  rust: ['.rs'],
  sh: ['.sh', '.bash', '.zsh'],
  sql: ['.sql'],
  swift: ['.swift'],
  toml: ['.toml'],
  ts: ['.ts', '.tsx', '.mts', '.cts'],
  txt: ['.txt'],
  xml: ['.xml'],
  yaml: ['.yaml', '.yml'],
};
