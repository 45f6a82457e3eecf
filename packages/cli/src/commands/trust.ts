import type { ProjectListing } from '@caliban/agent/session';
import { visible } from '@caliban/calls/text';
import { projectFingerprint, readProjectFiles, rememberTrust, trustFileIn } from '@caliban/storage';
import { forgetTrust } from '@caliban/storage/trust';
import { isOverBroad, listingLines } from '@caliban/tui/trust';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';
import { UsageError } from '../command-line/problems.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { jsonText } from '../output/json.ts';
import { ruleJson } from '../output/rule-json.ts';
import { fitted } from '../output/wrapped.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../process/terminal.ts';
import { typedYes } from '../process/typed-yes.ts';
import { listingOf } from '../trust/listing-of.ts';

/** `caliban trust`: shows what a project's files allow, and accepts them as they are now. */
export async function trust(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const chosen = (['show', 'yes', 'revoke'] as const).filter((flag) => args.isSet(flag));
  if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} exclude each other; give one of them`);
  return args.isSet('revoke') ? revoke(args, terminal) : accept(args, terminal);
}

async function accept(args: Args, terminal: Terminal): Promise<number> {
  const project = await readProject(args, terminal);
  const { listing, state } = project;
  const isShown = args.isSet('show');
  const isOpen = state === 'unaccepted' || state === 'changed' || state === 'refused';
  if (isOpen && !isShown && !args.isSet('yes') && !(terminal.isInteractive && !args.isSet('json'))) {
    throw new UsageError(NO_TERMINAL);
  }
  if (args.isSet('json')) {
    const isAccepted = isOpen && !isShown && (await keep(project));
    terminal.out(jsonText(projectJson(listing, isAccepted ? 'accepted' : state)));
    return 0;
  }

  const { colours } = terminal;
  for (const line of listingLines(listing, { colours, isAccepted: state === 'accepted' }))
    terminal.out(`${fitted(line, terminal)}\n`);
  terminal.out(`${STATES[state]}\n`);
  if (!isOpen || isShown) return state === 'tighten-only' && !isShown ? FAILED_EXIT : 0;
  if (!args.isSet('yes') && !(await typedYes('\nAccept all of this? [y/N] ', terminal))) {
    terminal.out('Not accepted.\n');
    return FAILED_EXIT;
  }
  await keep(project);
  terminal.out(`Accepted. Hooks, proxies and sessions use it until one of these files changes.\n`);
  return 0;
}

async function revoke(args: Args, terminal: Terminal): Promise<number> {
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const forgotten = await forgetTrust(trustFileIn(locations), locations.workspace);
  if (!forgotten.ok) throw new Error(forgotten.error);
  const place = visible(locations.workspace);
  if (args.isSet('json')) terminal.out(jsonText({ workspace: locations.workspace, revoked: forgotten.value }));
  else if (forgotten.value)
    terminal.out(`Forgot every answer about ${place}. Only its deny and ask rules apply now.\n`);
  else terminal.out(`There was no answer about ${place}.\n`);
  return 0;
}

/** `changed`: earlier content was accepted. `refused`: this user chose only the deny and ask rules. */
type State = 'nothing' | 'accepted' | 'unaccepted' | 'changed' | 'refused' | 'tighten-only';

const STATES: Readonly<Record<State, string>> = {
  nothing: "This project's files allow nothing: there is nothing to accept.",
  accepted: 'You have accepted this. `caliban trust --revoke` takes that back.',
  unaccepted: 'You have not accepted this: hooks and proxies apply only its deny and ask rules.',
  changed: 'Its files have changed since you accepted them: hooks and proxies apply only their deny and ask rules.',
  refused: 'You chose to use only its deny and ask rules.',
  'tighten-only':
    'Your own files say `project_rules = "tighten-only"`: no project may allow anything, accepted or not.',
};

const NO_TERMINAL =
  'there is no terminal to ask in; `caliban trust --show` shows what would be accepted, `caliban trust --yes` accepts it';

type Project = {
  readonly start: StartUp;
  readonly listing: ProjectListing;
  readonly state: State;
  /** Fingerprint of the listed files. */
  readonly fingerprint: string;
};

async function readProject(args: Args, terminal: Terminal): Promise<Project> {
  const fingerprint = () =>
    projectFingerprint(readProjectFiles(locationsAt({ workspace: args.text('workspace') }, terminal)));
  const before = fingerprint();
  const start = await startUp(args, terminal, { unanswered: 'tighten-only' });
  if (fingerprint() !== before) throw new Error(CHANGED_MEANWHILE);
  const listing = listingOf(start);
  return { start, listing, state: stateOf(start, listing), fingerprint: before };
}

function stateOf({ answer, onlyTightensAnyway, wasTrusted }: StartUp, { allows, wants }: ProjectListing): State {
  if (allows.length === 0 && wants.length === 0) return 'nothing';
  if (onlyTightensAnyway) return 'tighten-only';
  switch (answer) {
    case 'use':
      return 'accepted';
    case 'tighten-only':
      return 'refused';
    case undefined:
      return wasTrusted ? 'changed' : 'unaccepted';
  }
}

/** Saves the answer for the listed content; files that have changed meanwhile are different content. */
async function keep({ start: { locations }, fingerprint }: Project): Promise<true> {
  if (projectFingerprint(readProjectFiles(locations)) !== fingerprint) throw new Error(CHANGED_MEANWHILE);
  const { workspace } = locations;
  const kept = await rememberTrust(trustFileIn(locations), { workspace, fingerprint, answer: 'use' });
  if (!kept.ok) throw new Error(kept.error);
  return true;
}

const CHANGED_MEANWHILE = "the project's files have changed meanwhile; nothing was accepted, run it again";

function projectJson({ workspace, allows, lifts, wants }: ProjectListing, state: State): object {
  return {
    workspace,
    state,
    allows: allows.map((rule) => ({
      ...ruleJson(rule),
      overBroad: isOverBroad(rule),
      lifts: lifts.filter(({ allow }) => allow === rule).map(({ deny }) => ruleJson(deny)),
    })),
    wants,
  };
}
