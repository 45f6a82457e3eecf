import { fileName } from '../../text/path.ts';
import type { RunCommand } from '../run-commands.ts';

const DOWNLOADERS = [
  'curl',
  'wget',
  'wget2',
  'fetch',
  'http',
  'https',
  'xh',
  'xhs',
  'aria2c',
  'axel',
  'lynx',
  'w3m',
  'iwr',
];

export function isDownload({ program }: RunCommand): boolean {
  return DOWNLOADERS.includes(program) || program === 'Invoke-WebRequest';
}

const NAMES = DOWNLOADERS.filter((name) => !name.startsWith('http')).join('|');

/** A downloader by name inside `$( )`, backticks or `<( )`. */
export const SUBSTITUTED_DOWNLOAD: RegExp = new RegExp(String.raw`(?:\$\(|\x60|<\()[^)\x60]{0,1000}\b(?:${NAMES})\b`);

/** A line that begins with the output of a downloader: as a command, that output is run. */
export const DOWNLOADED_COMMAND: RegExp = new RegExp(
  String.raw`^[ \t]*"?(?:\$\(|\x60)(?:[^)\x60]{0,1000}[;&|\n])?[ \t]*(?:[\w.~/-]{0,200}/)?(?:${NAMES})\s`,
  'm',
);

/** The names of the files that a downloader may write. */
export function downloadedFiles({ program, args }: RunCommand): readonly string[] {
  const urls = args.filter((word) => /^[a-z]+:\/\//i.test(word)).map((url) => url.replace(/[?#].*$/s, ''));
  const keepsName = program !== 'curl' || args.some((word) => /^-[a-zA-Z]*[OJ]/.test(word) || /^--remote-/.test(word));
  const named = args.flatMap((word, at) => {
    if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document|--out)$/.test(word)) return [args[at + 1] ?? ''];
    return /^--(?:output|output-document|out)=(.+)$/.exec(word)?.slice(1) ?? [];
  });
  return [...named, ...(keepsName ? urls : [])].map(fileName).filter((name) => name !== '' && name !== '-');
}
