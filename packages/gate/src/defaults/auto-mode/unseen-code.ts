import type { ListClass } from '../../classify/list-class.ts';
import { expandable } from '../../classify/split-words.ts';
import { riskyProgramsNamed } from '../../inspect/open-ended.ts';
import type { ToolCall } from '../../types/tool-call.ts';
import { codeSource } from './code-source.ts';
import { downloadedFiles, fileName, isDownload, SUBSTITUTED_DOWNLOAD } from './downloads.ts';
import { namesTooMuch } from './named-paths.ts';
import { type RunCommand, runCommands } from './run-commands.ts';

export const DOWNLOAD_INTO_INTERPRETER: ListClass = {
  name: 'download-into-interpreter',
  why: 'runs what a server sends, unseen',
  patterns: ['Bash:deno run http*', 'Bash:deno run * http*', 'Bash:iex *', 'Bash:Invoke-Expression *'],
  recognises(call) {
    const commands = runCommands(call);
    if (commands.some(runsSubstitutedDownload) || commands.some(fetchesItsOwnCode)) return true;
    return commands.some(isDownload) && feedsInput(call) && commands.some(readsCodeFromInput);
  },
};

export const UNSEEN_CODE: ListClass = {
  name: 'unseen-code',
  why: 'runs code that does not stand in the command: piped in, put together, or just downloaded',
  patterns: [],
  recognises(call) {
    const commands = runCommands(call);
    if (commands.some(readsCodeFromInput) && hasPipe(call)) return true;
    return commands.some(evaluatesExpansion) || runsDownloadedFile(call, commands);
  },
};

export const UNREADABLE_COMMAND: ListClass = {
  name: 'unreadable-command',
  why: 'is too long or too intricate to be taken apart',
  patterns: [],
  recognises: (call) =>
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
  return riskyProgramsNamed(program).some(({ role }) => role === 'interpreter');
}

/** `eval "$x"`; what stands in single quotes is read like any other command. */
function evaluatesExpansion({ program, text }: RunCommand): boolean {
  return program === 'eval' && /[$`]/.test(expandable(text));
}

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
  return hasPipe(call) || /<<<|<\s*<?\(/.test(sourceOf(call));
}

/** A lone `|`, wherever it stands. */
function hasPipe(call: ToolCall): boolean {
  return /(?<!\|)\|(?!\|)/.test(sourceOf(call));
}

function sourceOf({ subject }: ToolCall): string {
  return subject.kind === 'command-line' ? subject.line.source : '';
}
