import { HOST_NAMES, type HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { knownRules } from '../init/known-rules.ts';
import { bookOf } from '../init/planned-policy.ts';
import { writeProposal } from '../init/write-proposal.ts';
import { changeSetup, type SetupChange } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type HookStanding, hookStanding, standingTrouble } from '../install/hook-standing.ts';
import { HOST_TITLES, hostsHere } from '../install/host-rules.ts';
import { type ImportOffer, importOffer, showOffer, showPreview } from '../install/import-offer.ts';
import {
  type ConversationTerminal,
  type InstallRequest,
  type InstallTerminal,
  installRequest,
} from '../install/install-request.ts';
import { nextStep } from '../install/next-step.ts';
import { showChange } from '../install/show-change.ts';
import { hookTrouble, tryHook } from '../install/try-hook.ts';
import { warmHook } from '../install/warm-hook.ts';
import { Answers } from '../output/answers.ts';
import { locationsAt } from '../places/locations-at.ts';

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(args: Args, terminal: ConversationTerminal): Promise<number> {
  const answers = new Answers(terminal);
  try {
    return await installFor(args, terminal, answers);
  } finally {
    await answers.end();
  }
}

export async function installFor(args: Args, terminal: ConversationTerminal, answers: Answers): Promise<number> {
  const mayAsk = terminal.isInteractive && !args.isSet('yes') && !args.isSet('json') && !args.isSet('dry-run');
  const host = args.operands[0] ?? (await chosenHost({ args, mayAsk, answers }, terminal));
  if (host === null) return 0;
  const request = installRequest(args, terminal, host);
  const offer = args.isSet('no-import') ? null : await importOffer(request.host, request.locations, terminal);
  if (mayAsk) return converse(request, { offer, answers }, terminal);

  const isImporting = args.isSet('yes') && !request.isDryRun;
  if (!request.json && offer !== null && (isImporting || request.isDryRun)) {
    showOffer(offer, request.locations, terminal);
    if (request.isDryRun) await showPreview(offer.books, terminal);
  }
  if (isImporting && offer !== null) await writeProposal(offer.proposal.files, request.locations);
  await writeSetup(request, terminal);
  if (offer !== null && !request.json && !isImporting && !request.isDryRun && offer.count > 0) {
    const [title, them] = [HOST_TITLES[request.host], offer.count === 1 ? 'it' : 'them'];
    terminal.err(
      `note: ${title} has ${plural(offer.count, 'rule')} that caliban does not have; \`caliban install ${request.host} --yes\` imports ${them}\n`,
    );
  }
  if (!request.isDryRun && (request.scope === 'project' || args.isSet('yes')))
    await checkHook(request, { saysGood: args.isSet('yes') && !request.json }, terminal);
  if (!request.isDryRun) warm(request, terminal);
  return 0;
}

/** Shows, asks, writes, checks. */
async function converse(
  request: InstallRequest,
  { offer, answers }: { readonly offer: ImportOffer | null; readonly answers: Answers },
  terminal: InstallTerminal,
): Promise<number> {
  const { host, locations } = request;
  const books = offer?.books ?? (await booksNow(request));
  if (offer !== null) showOffer(offer, locations, terminal);
  await showPreview(books, terminal);
  if (offer !== null && offer.count > 0 && (await answers.isYes(`Import ${plural(offer.count, 'rule')}?`))) {
    await writeProposal(offer.proposal.files, locations);
    terminal.out('Imported.\n\n');
  }
  const planned = await changeSetup({ ...request, isDryRun: true, edit: editFor(request) }, terminal);
  if (planned.before === planned.after) {
    await writeSetup(request, terminal);
  } else {
    showChange({ ...request, change: planned, done: '', alreadySo: '' }, terminal);
    if (!(await answers.isYes(`Change ${HOST_TITLES[host]}'s configuration like this?`))) {
      terminal.out('Nothing was changed there.\n');
      return 0;
    }
    await writeSetup(request, { ...terminal, out: () => {} });
    terminal.out(`${HOST_TITLES[host]} asks caliban from now on; ${nextStep(host, request.scope)}\n`);
  }
  await checkHook(request, { saysGood: true }, terminal);
  warm(request, terminal);
  return 0;
}

/** No import, so both are the same. */
async function booksNow({ locations }: InstallRequest): Promise<ImportOffer['books']> {
  const { known, options } = await knownRules(locations);
  const book = bookOf(known, options);
  return { without: book, with: book };
}

async function chosenHost(
  { args, mayAsk, answers }: { readonly args: Args; readonly mayAsk: boolean; readonly answers: Answers },
  terminal: InstallTerminal,
): Promise<HostName | null> {
  const { workspace } = locationsAt({ workspace: args.text('workspace') }, terminal);
  const hosts = hostsHere({ home: terminal.home, env: terminal.env, workspace });
  if (hosts.length === 0) throw new UsageError(`say for which agent: ${HOST_NAMES.join(', ')}`);
  if (!mayAsk) throw new UsageError(`say for which agent; found here: ${hosts.join(', ')}`);
  const [only] = hosts;
  if (only !== undefined && hosts.length === 1)
    return (await answers.isYes(`Install caliban in ${HOST_TITLES[only]}?`)) ? only : null;
  terminal.out('Agents on this machine:\n');
  hosts.forEach((host, index) => {
    terminal.out(`  ${index + 1}  ${HOST_TITLES[host]}\n`);
  });
  for (;;) {
    const line = await answers.line(`Which one? 1-${hosts.length}, Enter for none: `);
    if (line === null || line === '') return null;
    const host = hosts[Number(line) - 1] ?? hosts.find((name) => name === line);
    if (host !== undefined) return host;
  }
}

function editFor({ setup, scope, recordsAnswers }: InstallRequest) {
  const program = recordsAnswers ? hookProgram(scope) : { ...hookProgram(scope), recordsAnswers };
  return (text: string | null) => setup.install(text, program);
}

async function writeSetup(request: InstallRequest, terminal: InstallTerminal): Promise<void> {
  const { host } = request;
  const change = await changeSetup({ ...request, edit: editFor(request) }, terminal);
  const standing = standingIn(change, request, terminal);
  const trouble = standing.state === 'wired' ? null : standingTrouble(standing, host);
  const [done, alreadySo] =
    trouble === null
      ? [`${host} asks caliban from now on; ${nextStep(host, request.scope)}`, `${host} asks caliban already`]
      : ['the hook is there', 'the hook is there already'];
  showChange({ ...request, change, standing, done, alreadySo }, terminal);
  if (trouble !== null) terminal.err(`${visible(trouble)}\n`);
}

function standingIn({ after }: SetupChange, request: InstallRequest, { home, env }: InstallTerminal): HookStanding {
  const { setup, scope, locations } = request;
  const places = { home, env, workspace: locations.workspace };
  const standing = hookStanding(setup, { scope, places, text: after ?? '' });
  return (standing.ok ? standing.value : null) ?? { state: 'wired' };
}

function warm({ scope, locations: { cacheDirectory } }: InstallRequest, { env }: InstallTerminal): void {
  const { words, isWindows } = hookProgram(scope);
  if (!isWindows) warmHook(words, { cacheDirectory, env });
}

/** Starts the hook as the host will. In a project's files the program is found by its name, and every teammate needs it. */
async function checkHook(
  { host, scope }: InstallRequest,
  { saysGood }: { readonly saysGood: boolean },
  terminal: InstallTerminal,
): Promise<void> {
  const trouble = hookTrouble(await tryHook(host, hookProgram(scope).words, terminal), scope);
  if (trouble !== null) terminal.err(`${trouble}\n`);
  else if (saysGood) terminal.out('Checked: the hook answers.\n');
}
