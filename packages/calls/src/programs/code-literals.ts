import { programName } from './program-name.ts';

/** Whether the program gets code in a language other than a shell's, in its words or from standard input. */
export function takesLanguage(name: string): boolean {
  return LANGUAGES.test(programName(name));
}

/** The quoted strings in code, which may name files. */
export function stringsIn(code: string): readonly string[] {
  return [...code.slice(0, MAX_CODE).matchAll(STRING)].map(({ 2: text = '' }) => text).filter((text) => text !== '');
}

/** Commands that code passes to a shell or runs as a program: `os.system('rm x')`, `subprocess.run(['rm', 'x'])`. */
export function commandsIn(code: string): readonly string[] {
  return [...code.slice(0, MAX_CODE).matchAll(CALL)].map(({ 1: given = '' }) => stringsIn(given).join(' '));
}

const LANGUAGES = /^(?:python[\d.]*|pypy\d?|node|nodejs|deno|bun|perl|ruby|php|lua|[gmn]?awk)$/;
const MAX_CODE = 16 * 1024;
const STRING = /(['"`])([^'"`\n]{1,300})\1/g;
const CALL =
  /(?:\b(?:system|popen|Popen|exec\w{0,8}|spawn\w{0,5}|run|call|check_call|check_output|shell_exec|passthru|qx)\b[ (]{0,3}\[?|(?=`))[ ]{0,4}((?:(['"`])[^'"`\n]{1,300}\2[ ,[]{0,4}){1,30})/g;
