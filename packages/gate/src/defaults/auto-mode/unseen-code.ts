import type { ListClass } from '../../classify/list-class.ts';
import { expandable } from '../../classify/split-words.ts';
import { interpreterNamed } from '../../inspect/open-ended.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import { codeSource } from './code-source.ts';
import { DOWNLOADED_COMMAND, downloadedFiles, fileName, isDownload, SUBSTITUTED_DOWNLOAD } from './downloads.ts';
import { holdsTooMuch } from './input-paths.ts';
import { namesTooMuch } from './named-paths.ts';
import { openWords } from './open-words.ts';
import { baseName, isOpenName } from './program-name.ts';
import { type RunCommand, runCommands } from './run-commands.ts';

export const DOWNLOAD_INTO_INTERPRETER: ListClass = {
  name: 'download-into-interpreter',
  why: 'runs what a server sends, unseen',
  patterns: ['Bash:deno run http*', 'Bash:deno run * http*', 'Bash:iex *', 'Bash:Invoke-Expression *'],
  recognises(call) {
    const commands = runCommands(call);
    if (commands.some(runsSubstitutedDownload) || commands.some(fetchesItsOwnCode)) return true;
    if (!commands.some(isDownload)) return false;
    if (commands.some(({ program }) => DOWNLOADED_COMMAND.test(program))) return true;
    if (!commands.some(readsCodeFromInput)) return false;
    return feedsInput(call) || inputsOf(call).some((text) => DOWNLOADED_COMMAND.test(text));
  },
};

export const UNSEEN_CODE: ListClass = {
  name: 'unseen-code',
  why: 'runs code that does not stand in the command: piped in, put together, or just downloaded',
  patterns: [],
  recognises(call) {
    const commands = runCommands(call);
    if (commands.some(readsCodeFromInput) && (hasPipe(call) || hasProcess(call))) return true;
    if (commands.some(runsUnknownProgram) || commands.some(runsExpansion)) return true;
    return commands.some(evaluatesExpansion) || runsDownloadedFile(call, commands);
  },
};

export const UNREADABLE_COMMAND: ListClass = {
  name: 'unreadable-command',
  why: 'is too long or too intricate to be taken apart',
  patterns: [],
  recognises: (call) =>
    holdsTooMuch(call) ||
    runCommands(call).some((command) => (command.program === '' && command.args.length === 0) || namesTooMuch(command)),
};

/** `bash <(curl …)`, `sh -c "$(curl …)"`, `eval "$(curl …)"`. */
function runsSubstitutedDownload({ program, text }: RunCommand): boolean {
  return (runsCode(program) || program === 'eval') && SUBSTITUTED_DOWNLOAD.test(expandable(text));
}

/** `python -c "exec(urlopen('https://…').read())"`. */
function fetchesItsOwnCode({ program, args }: RunCommand): boolean {
  const code = args.join(' ');
  return (
    runsCode(program) && /https?:\/\//.test(code) && /\b(?:exec|eval|system|popen|Function|spawn\w*)\s*\(/.test(code)
  );
}

function runsCode(program: string): boolean {
  return interpreterNamed(program) !== undefined;
}

/** `eval "$x"`; what stands in single quotes is read like any other command. */
function evaluatesExpansion({ program, text }: RunCommand): boolean {
  return program === 'eval' && /[$`]/.test(expandable(text));
}

/** `$X ls`, `{rm,-rf,x}`, `bash -c "$(cat x)"`: what is run is only known when it is. */
function runsUnknownProgram({ program }: RunCommand): boolean {
  return isOpenName(program);
}

/** `python3 -c "$X"` and `bash <(cat x)`; the code that a shell is given is read by itself. */
function runsExpansion({ program, args, text }: RunCommand): boolean {
  const source = codeSource({ program, args });
  if (source?.kind === 'file') return source.path.startsWith('<(');
  if (source?.kind !== 'given' || !/[$`]/.test(source.code ?? '')) return false;
  const words = openWords(text);
  const name = words.findIndex((word) => baseName(word) === program);
  // `$PYTHON` is not written as what it stands for.
  const written = codeSource({ program, args: words.slice(Math.max(name, 0) + 1) });
  return written?.kind === 'given' && STARTS_WITH_EXPANSION.test(written.code ?? '');
}

/** A here-document that is only handed on stands in the command. */
const STARTS_WITH_EXPANSION = /^\s*(?:\$[\w@*{]|\$\((?!\s*cat\s*<<)|`)/;

function runsDownloadedFile({ subject }: ToolCall, commands: readonly RunCommand[]): boolean {
  const downloads = commands.filter(isDownload);
  if (downloads.length === 0) return false;
  const redirects = subject.kind === 'command-line' ? subject.line.redirects : [];
  const targets = (wanted: 'read' | 'write') =>
    redirects.flatMap(({ access, target }) => (access === wanted && target !== null ? [fileName(target)] : []));
  const files = new Set([...downloads.flatMap(downloadedFiles), ...targets('write')]);
  return commands.some((command) => {
    const code = codeSource(command);
    if (code?.kind === 'input') return targets('read').some((name) => files.has(name));
    return files.has(command.program) || (code?.kind === 'file' && files.has(fileName(code.path)));
  });
}

function readsCodeFromInput(command: RunCommand): boolean {
  return codeSource(command)?.kind === 'input';
}

function feedsInput(call: ToolCall): boolean {
  return hasPipe(call) || hasProcess(call) || /<<<|<\s*<?\(/.test(sourceOf(call));
}

/** `<( )` or `>( )`; in other languages such brackets stand close to what is before them. */
function hasProcess(call: ToolCall): boolean {
  return /[\s<>][<>]\(/.test(sourceOf(call));
}

/** A lone `|`, wherever it stands. */
function hasPipe(call: ToolCall): boolean {
  return /(?<!\|)\|(?!\|)/.test(sourceOf(call));
}

function inputsOf({ subject }: ToolCall): readonly string[] {
  return subject.kind === 'command-line' ? (subject.line.inputs ?? []) : [];
}

function sourceOf({ subject }: ToolCall): string {
  return subject.kind === 'command-line' ? subject.line.source : '';
}
