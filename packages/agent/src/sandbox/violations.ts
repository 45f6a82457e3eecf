import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { formatPattern, type Rule } from '@caliban/gate';
import { type Confinement, confinedAt } from '@caliban/gate/confinement';
import type { Violation } from './launch.ts';

export type Seen = {
  readonly cwd: AbsolutePath;
  readonly home: AbsolutePath | undefined;
  readonly realPath: (path: AbsolutePath) => AbsolutePath;
};

const MAX_VIOLATIONS = 5;
/** A program usually says why it failed at the end of its output. */
const MAX_CHARACTERS = 32_768;
const MAX_LINES = 400;

const MISSING = /[Nn]o such file or directory|\bENOENT\b|[Nn]ot found|[Cc]annot find/;
const REFUSED =
  /[Pp]ermission denied|\bEACCES\b|[Rr]ead-only file system|\bEROFS\b|[Oo]peration not permitted|\bEPERM\b|[Ii]s a directory|\bEISDIR\b|[Rr]esource busy|\bEBUSY\b/;
const NO_NETWORK =
  /[Cc]ould not resolve|\bENOTFOUND\b|\bEAI_AGAIN\b|name resolution|[Nn]etwork is unreachable|\bENETUNREACH\b|[Nn]ame or service not known/;

/** The name of the program that complains: `cat: …`, `/bin/bash: line 1: …`. */
const SPEAKER = /^\S+: (?:line \d+: )?/;

/**
 * The kernel reports nothing to us: to the program a file simply seems to be missing. So the error messages in its output are
 * compared with what was denied. Made-up messages can only cause an unnecessary remark.
 */
export function violationsIn(output: string, confinement: Confinement, seen: Seen): readonly Violation[] {
  const found = new Map<string, Violation>();
  for (const line of output.slice(-MAX_CHARACTERS).split('\n').slice(-MAX_LINES)) {
    if (found.size === MAX_VIOLATIONS) break;
    const isRefused = REFUSED.test(line);
    if (isRefused || MISSING.test(line)) {
      for (const path of pathsIn(line.replace(SPEAKER, ''))) {
        const violation = violationAt(
          seen.realPath(absolutePath(path, { base: seen.cwd, home: seen.home })),
          confinement,
          isRefused,
        );
        if (violation !== null) found.set(violation.what, violation);
      }
    }
    if (confinement.network === 'none' && NO_NETWORK.test(line)) found.set('network', noNetwork(confinement));
  }
  return [...found.values()];
}

/** Possible paths: words with a slash or a dot, with or without quotes. */
function pathsIn(line: string): readonly string[] {
  const words = line.split(/[\s'"`()[\]<>,;]+|:(?=\s|$)/);
  return words
    .map((word) => word.replace(/^[:=]+|[:.]+$/g, ''))
    .filter((word) => word !== '' && word.length < 4096 && !/^(?:\/|\.+)$/.test(word));
}

function violationAt(path: AbsolutePath, confinement: Confinement, isRefused: boolean): Violation | null {
  const { readable, writable, read, write } = confinedAt(confinement, path);
  if (!readable) {
    const by = read?.rule == null ? 'because it holds a secret' : `blocked by ${nameOf(read.rule)}`;
    return { what: path, text: `${path} is hidden from commands, ${by}` };
  }
  if (!isRefused || writable) return null;
  if (write !== null)
    return { what: path, text: `${path} is read-only for commands, blocked by ${nameOf(write.rule)}` };
  return path.startsWith('/proc') || path.startsWith('/dev')
    ? null
    : {
        what: path,
        text: `${path} is outside of what commands may write: the workspace and the directory for temporary files; /add-dir adds a directory`,
      };
}

function noNetwork({ otherHosts }: Confinement): Violation {
  const by = otherHosts === 'closed' ? ', blocked by a rule about WebFetch' : '';
  return { what: 'network', text: `there is no network for commands${by}` };
}

/** `deny Read:~/.ssh/**`, with its file and line. */
export function nameOf(rule: Rule | null): string {
  if (rule === null) return 'caliban itself: these are its own files';
  const { layer, file, line } = rule.source;
  const place = file === undefined ? layer : `${layer}, ${file}${line === undefined ? '' : `:${line}`}`;
  return `\`${rule.action} ${formatPattern(rule.pattern)}\` (${place})`;
}
