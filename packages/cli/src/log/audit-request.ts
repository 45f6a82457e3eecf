import { type AuditFilter, parseWhen } from '@caliban/storage';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { locationsAt } from '../paths/locations-at.ts';
import type { Terminal } from '../process/terminal.ts';

/** The parsed arguments of `perms audit`. */
export type AuditRequest = {
  readonly filter: AuditFilter;
  readonly want:
    | { readonly kind: 'lines'; readonly limit?: { readonly kind: 'head' | 'tail'; readonly lines: number } }
    | { readonly kind: 'follow'; readonly past: number }
    | { readonly kind: 'stats' };
  readonly json: boolean;
};

export function readAuditRequest(
  args: Args,
  now: number,
  terminal: Pick<Terminal, 'cwd' | 'env' | 'home'>,
): AuditRequest {
  const project = args.text('project');
  refuseOperands(args);
  return {
    filter: {
      since: readWhen(args, 'since', now),
      until: readWhen(args, 'until', now),
      tool: args.text('tool'),
      action: args.text('action') as AuditFilter['action'],
      rule: args.text('rule'),
      session: args.text('session'),
      host: args.text('host'),
      // A directory inside a project means the project. It may have been deleted; its decisions are still in the log.
      project: project === undefined ? undefined : locationsAt({ cwd: project }, terminal).workspace,
    },
    want: readWant(args),
    json: args.isSet('json'),
  };
}

function readWant(args: Args): AuditRequest['want'] {
  const head = readCount(args, 'head');
  const tail = readCount(args, 'tail');
  const given = (['head', 'tail', 'follow', 'stats'] as const).filter((flag) => args.isSet(flag));
  if (given.length > 1 && given.join() !== 'tail,follow') {
    throw new UsageError(`--${given.join(' and --')} do not go together; leave one out`);
  }
  if (args.isSet('stats')) return { kind: 'stats' };
  if (args.isSet('follow')) return { kind: 'follow', past: tail ?? DEFAULT_PAST };
  if (head !== undefined) return { kind: 'lines', limit: { kind: 'head', lines: head } };
  return tail === undefined ? { kind: 'lines' } : { kind: 'lines', limit: { kind: 'tail', lines: tail } };
}

const DEFAULT_PAST = 10;

function readWhen(args: Args, flag: 'since' | 'until', now: number): number | undefined {
  const written = args.text(flag);
  if (written === undefined) return undefined;
  const when = parseWhen(written, now);
  if (!when.ok) throw new UsageError(`--${flag}: ${when.error}`);
  return when.value;
}

function readCount(args: Args, flag: 'head' | 'tail'): number | undefined {
  const written = args.text(flag);
  if (written === undefined) return undefined;
  if (!/^\d{1,9}$/.test(written)) throw new UsageError(`--${flag} \`${written}\` is not a number`);
  return Number(written);
}
