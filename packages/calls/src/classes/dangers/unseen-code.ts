import { fileName } from '../../text/path.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import type { Danger } from '../danger.ts';
import { holdsTooMuch } from '../input-paths.ts';
import { isOpenName } from '../open-names.ts';
import { interpreterNamed } from '../risky-programs.ts';
import { isUnread, type RunCommand, runCommands } from '../run-commands.ts';
import { namesTooMuch } from '../touched-files.ts';
import { codeSource } from './code-source.ts';
import { DOWNLOADED_COMMAND, downloadedFiles, isDownload, SUBSTITUTED_DOWNLOAD } from './downloads.ts';

export const DOWNLOAD_INTO_INTERPRETER: Danger = {
  name: 'download-into-interpreter',
  why: 'runs what a server sends, unseen',
  class: 'download-into-interpreter',
  command: (command) => runsSubstitutedDownload(command) || fetchesItsOwnCode(command),
  call(call) {
    const commands = runCommands(call);
    if (!commands.some(isDownload)) return false;
    if (commands.some(({ program }) => DOWNLOADED_COMMAND.test(program))) return true;
    if (!commands.some(readsCodeFromInput)) return false;
    return feedsInput(call) || inputsOf(call).some((text) => DOWNLOADED_COMMAND.test(text));
  },
};

export const UNSEEN_CODE: Danger = {
  name: 'unseen-code',
  why: 'runs code that does not stand in the command: piped in, put together, or named in an option',
  class: 'unseen-code',
  command: (command) =>
    runsDecodedCode(command) ||
    runsListedCommands(command) ||
    runsUnknownProgram(command) ||
    runsExpansion(command) ||
    evaluatesExpansion(command) ||
    runsHiddenProgram(command),
  call(call) {
    const commands = runCommands(call);
    return commands.some(readsCodeFromInput) && (hasPipe(call) || hasProcess(call));
  },
};

/** Less certain than `curl … | sh`: someone may have looked at the file in between. */
export const DOWNLOADED_FILE: Danger = {
  name: 'downloaded-file',
  why: 'runs a file that it downloads itself',
  class: 'download-into-interpreter',
  call: (call) => runsDownloadedFile(call, runCommands(call)),
};

export const UNREADABLE_COMMAND: Danger = {
  name: 'unreadable-command',
  why: 'is too long or too intricate to be taken apart',
  class: null,
  command: (command) => isUnread(command) || namesTooMuch(command),
  call: holdsTooMuch,
};

/** `parallel < file`, `parallel -a file`, `parallel :::: file`: each line is a command. */
function runsListedCommands({ program, args }: RunCommand): boolean {
  if (program !== 'parallel') return false;
  const [first] = args.filter((word, at) => !word.startsWith('-') && !TAKES_VALUE.test(args[at - 1] ?? ''));
  return first === undefined || first === '::::';
}

const TAKES_VALUE = /^-(?:[ajLnNS]|-(?:arg-file|jobs|max-args|max-lines|sshlogin))$/;

/** `bash <(curl …)`, `sh -c "$(curl …)", `eval "$(curl …)"`. */
function runsSubstitutedDownload({ program, args, open }: RunCommand): boolean {
  return (
    (runsCode(program) || program === 'eval') &&
    args.some((word) => isOpen(word, open) && SUBSTITUTED_DOWNLOAD.test(word))
  );
}

/** A word, or the end of one, that contains something the line doesn't define. */
function isOpen(text: string, open: ReadonlySet<string>): boolean {
  return open.has(text) || [...open].some((word) => word.endsWith(text));
}

/** `python -c "exec(urlopen('https://…').read())"`. */
function fetchesItsOwnCode({ program, args }: RunCommand): boolean {
  if (program === 'deno' && args[0] === 'run' && args.some((word) => word.startsWith('http'))) return true;
  if (program === 'Invoke-Expression' || program === 'iex') return args.some((word) => /^[$(]|https?:/.test(word));
  const code = args.join(' ');
  return (
    runsCode(program) && /https?:\/\//.test(code) && /\b(?:exec|eval|system|popen|Function|spawn\w*)\s*\(/.test(code)
  );
}

function runsCode(program: string): boolean {
  return interpreterNamed(program) !== undefined;
}

/** `eval "$x"`; text in single quotes is analysed like any other command. */
function evaluatesExpansion({ program, args, open }: RunCommand): boolean {
  return program === 'eval' && args.some((word) => isOpen(word, open) && /[$`]/.test(word));
}

/** A program named in an option of a harmless-looking program. */
function runsHiddenProgram({ program, args }: RunCommand): boolean {
  const text = args.join(' ');
  switch (program) {
    case 'ssh':
    case 'scp':
    case 'sftp':
      return /(?:ProxyCommand|LocalCommand)[= ](?!['"]?(?:ssh|none)\b)/i.test(text);
    case 'rsync':
      return args.some((word, at) => /^(?:-[a-zA-Z]*e|--rsh)$/.test(word) && !/^ssh\b/.test(args[at + 1] ?? ''));
    case 'tar':
    case 'gtar':
      return (
        /(?:^| )(?:-[a-zA-Z]*[IF] |--(?:use-compress-program|info-script|to-command|checkpoint-action)[= ])/.test(
          text,
        ) && !/(?:^| )(?:-I|--use-compress-program)[ =](?:zstd|pigz|gzip|xz|lz4|bzip2|pbzip2)\b/.test(text)
      );
    case 'git':
      return args.some((word) => GIT_PROGRAM.test(word));
    default:
      return false;
  }
}

/** Settings of git that name a program, except those in which people usually name one. */
const GIT_PROGRAM =
  /^(?:-c)?(?:alias\.[^=]+=!|(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass)|diff\.external|sequence\.editor|[\w.]+\.(?:textconv|program|command|helper|clean|smudge))=(?!(?:cat|less|true|false|:|ssh|vim?|nano|store|cache|osxkeychain|manager|gh|gpg)?(?:\s|$)))/i;

/** Code that decodes other code before it runs it, and PowerShell's encoded commands. */
function runsDecodedCode({ program, args }: RunCommand): boolean {
  if (/^(?:pwsh|powershell)$/i.test(program))
    return args.some((word) => /^-e(?:nc?|nco\w*|c)?$/i.test(word)) || /FromBase64String/i.test(args.join(' '));
  if (!runsCode(program)) return false;
  const code = args.join(' ');
  return DECODES.test(code) && RUNS_TEXT.test(code);
}

const DECODES =
  /\b(?:b(?:16|32|64|85)decode|a2b_\w+|unhexlify|fromhex|atob|decode_base64|base64_decode|from_base64|marshal\.loads|zlib\.decompress|gzinflate|str_rot13|codecs\.decode)\b|Buffer\.from\([^)]*(?:base64|hex)|unpack\(?\s*["'][muH]/;
const RUNS_TEXT = /\b(?:exec|eval|system|popen|spawn\w*|Function|subprocess|check_output|execSync|assert|compile)\b/;

/** `$X ls`, `bash -c "$(cat x)"`: the program is known only at run time. */
function runsUnknownProgram({ program }: RunCommand): boolean {
  return isOpenName(program);
}

/** `python3 -c "$X"` and `bash <(cat x)`; code for a shell is analysed separately. */
function runsExpansion({ program, args, open }: RunCommand): boolean {
  const source = codeSource({ program, args });
  if (source?.kind === 'file') return source.path.startsWith('<(');
  if (source?.kind !== 'given' || source.code === undefined) return false;
  return isOpen(source.code, open) && STARTS_WITH_EXPANSION.test(source.code);
}

/** A here-document that is only passed on is part of the command. */
const STARTS_WITH_EXPANSION = /^\s*(?:\$[\w@*{]|\$\((?!\s*cat\s*<<)|`)/;

function runsDownloadedFile({ subject }: ToolCall, commands: readonly RunCommand[]): boolean {
  const downloads = commands.filter(isDownload);
  if (downloads.length === 0) return false;
  const redirects = subject.kind === 'command-line' ? subject.line.redirects : [];
  const targets = (wanted: 'read' | 'write') =>
    redirects.flatMap(({ access, target }) => (access === wanted && target !== null ? [fileName(target)] : []));
  const files = new Set([...downloads.flatMap(downloadedFiles), ...targets('write')]);
  for (const { program, args } of commands) addCopies(program, args, files);
  return commands.some((command) => {
    const code = codeSource(command);
    if (code?.kind === 'input') return targets('read').some((name) => files.has(name));
    return files.has(command.program) || (code?.kind === 'file' && files.has(fileName(code.path)));
  });
}

/** A copy of a download, or a file written by `tee` after one, is one too. */
function addCopies(program: string, args: readonly string[], files: Set<string>): void {
  const names = args.filter((word) => !word.startsWith('-')).map((word) => fileName(word.replace(/^(?:if|of)=/, '')));
  if (program === 'tee') for (const name of names) files.add(name);
  const isCopy = /^(?:cp|mv|dd|install|ln)$/.test(program) && names.slice(0, -1).some((name) => files.has(name));
  const target = names.at(-1);
  if (isCopy && target !== undefined) files.add(target);
}

function readsCodeFromInput(command: RunCommand): boolean {
  return runsListedCommands(command) || codeSource(command)?.kind === 'input';
}

function feedsInput(call: ToolCall): boolean {
  return hasPipe(call) || hasProcess(call) || /<<<|<\s*<?\(/.test(sourceOf(call));
}

/** `<( )` or `>( )`; in other languages such brackets directly follow another character. */
function hasProcess(call: ToolCall): boolean {
  return /[\s<>][<>]\(/.test(sourceOf(call));
}

/** A single `|` anywhere in the text. */
function hasPipe(call: ToolCall): boolean {
  return /(?<!\|)\|(?!\|)/.test(sourceOf(call));
}

function inputsOf({ subject }: ToolCall): readonly string[] {
  return subject.kind === 'command-line' ? (subject.line.inputs ?? []) : [];
}

function sourceOf({ subject }: ToolCall): string {
  return subject.kind === 'command-line' ? subject.line.source : '';
}
