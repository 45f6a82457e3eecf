import type { HostName } from '@caliban/adapters';
import type { InstallScope } from '@caliban/adapters/hosts';
import { visible } from '@caliban/calls/text';
import { jsonText } from '../output/json.ts';
import { paint } from '../output/paint.ts';
import type { SetupChange } from './change-setup.ts';
import type { HookStatus } from './hook-status.ts';
import type { InstallTerminal } from './install-request.ts';
import { lineDiff } from './line-diff.ts';

export type ShownChange = {
  readonly change: SetupChange;
  readonly host: HostName;
  readonly scope: InstallScope;
  readonly isDryRun: boolean;
  readonly json: boolean;
  /** The state of the hook, if something was installed. */
  readonly status?: HookStatus;
  /** The message if something changed, and if nothing had to. */
  readonly done: string;
  readonly alreadySo: string;
};

export function showChange(
  { change, host, scope, isDryRun, json, status, done, alreadySo }: ShownChange,
  terminal: InstallTerminal,
): void {
  const { file, before, after } = change;
  const changed = before !== after;
  if (json) {
    const answer = { changed: changed && !isDryRun, wouldChange: changed, host, scope, file, ...status };
    terminal.out(jsonText(answer));
    return;
  }
  if (!changed) {
    terminal.out(`${alreadySo}: ${visible(file)}\n`);
    return;
  }
  terminal.out(`${visible(file)}${before === null ? ' (new)' : after === null ? ' (removed)' : ''}\n`);
  for (const line of lineDiff(before ?? '', after ?? '')) terminal.out(`${painted(line, terminal)}\n`);
  terminal.out(isDryRun ? '\nnothing was written\n' : `\n${done}\n`);
}

function painted(line: string, terminal: InstallTerminal): string {
  const text = visible(line.replaceAll('\t', '  ')).replace(/\\r$/, '');
  if (line.startsWith('+')) return paint('allow', text, terminal);
  return line.startsWith('-') ? paint('deny', text, terminal) : text;
}
