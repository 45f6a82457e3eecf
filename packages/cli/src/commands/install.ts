import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import { plural, visible } from '@caliban/calls/text';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { knownRules } from '../init/known-rules.ts';
import { bookOf } from '../init/planned-policy.ts';
import { writeProposal } from '../init/write-proposal.ts';
import { changeSetup, type SetupChange } from '../install/change-setup.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type HookStatus, hookStatus, hookStatusProblem } from '../install/hook-status.ts';
import { hostsHere } from '../install/host-rules.ts';
import { type ImportOffer, importOffer, showOffer, showPreview } from '../install/import-offer.ts';
import {
  type ConversationTerminal,
  type InstallRequest,
  type InstallTerminal,
  installRequest,
} from '../install/install-request.ts';
import { installSandbox, noteStaleSandbox } from '../install/install-sandbox.ts';
import { showChange } from '../install/show-change.ts';
import { hookTrouble, tryHook } from '../install/try-hook.ts';
import { warmHook } from '../install/warm-hook.ts';
import { Answers } from '../output/answers.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { writeHookClient } from '../serve/hook-client-file.ts';
import { serverPlace, serverSettings } from '../serve/server-place.ts';

type MakeBytecode = typeof warmHook;

/** `caliban install <host>`: from then on that agent's calls are judged by `caliban hook <host>`. */
export async function install(
  args: Args,
  terminal: ConversationTerminal,
  makeBytecode: MakeBytecode = warmHook,
): Promise<number> {
  const answers = new Answers(terminal);
  try {
    return await installFor(args, terminal, { answers, makeBytecode });
  } finally {
    await answers.end();
  }
}

export async function installFor(
  args: Args,
  terminal: ConversationTerminal,
  { answers, makeBytecode = warmHook }: { readonly answers: Answers; readonly makeBytecode?: MakeBytecode },
): Promise<number> {
  const mayAsk = terminal.isInteractive && !args.isSet('yes') && !args.isSet('json') && !args.isSet('dry-run');
  const host = args.operands[0] ?? (await chosenHost({ args, mayAsk, answers }, terminal));
  if (host === null) return 0;
  const request = await installRequest(args, terminal, host);
  if (args.isSet('sandbox')) {
    await installSandbox(request, { answers: mayAsk ? answers : null }, terminal);
    return 0;
  }
  if (!request.isDryRun && !request.json) await noteStaleSandbox(request, terminal);
  const offer = args.isSet('no-import') ? null : await importOffer(request.host, request.locations, terminal);
  if (mayAsk) return converse(request, { offer, answers, makeBytecode }, terminal);

  const isImporting = args.isSet('yes') && !request.isDryRun;
  if (!request.json && offer !== null && (isImporting || request.isDryRun)) {
    showOffer(offer, request.locations, terminal);
    if (request.isDryRun) await showPreview(offer.books, terminal);
  }
  if (isImporting && offer !== null) await writeProposal(offer.proposal.files, request.locations);
  await writeSetup(request, terminal);
  if (offer !== null && !request.json && !isImporting && !request.isDryRun && offer.count > 0) {
    const [title, them] = [HOSTS[request.host].title, offer.count === 1 ? 'it' : 'them'];
    terminal.err(
      `note: ${title} has ${plural(offer.count, 'rule')} that caliban does not have; \`caliban install ${request.host} --yes\` imports ${them}\n`,
    );
  }
  if (!request.isDryRun && (request.scope === 'project' || args.isSet('yes')))
    await checkHook(request, { saysGood: args.isSet('yes') && !request.json }, terminal);
  if (!request.isDryRun) warm(request, makeBytecode, terminal);
  return 0;
}

/** Shows, asks, writes, checks. */
async function converse(
  request: InstallRequest,
  {
    offer,
    answers,
    makeBytecode,
  }: { readonly offer: ImportOffer | null; readonly answers: Answers; readonly makeBytecode: MakeBytecode },
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
    if (!(await answers.isYes(`Change ${HOSTS[host].title}'s configuration like this?`))) {
      terminal.out('Nothing was changed there.\n');
      return 0;
    }
    await writeSetup(request, { ...terminal, out: () => {} });
    terminal.out(`${HOSTS[host].title} asks caliban from now on; ${nextStep(request)}\n`);
  }
  await checkHook(request, { saysGood: true }, terminal);
  warm(request, makeBytecode, terminal);
  return 0;
}

/** Nothing is imported, so both are the same. */
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
    return (await answers.isYes(`Install caliban in ${HOSTS[only].title}?`)) ? only : null;
  terminal.out('Agents on this machine:\n');
  hosts.forEach((host, index) => {
    terminal.out(`  ${index + 1}  ${HOSTS[host].title}\n`);
  });
  for (;;) {
    const line = await answers.line(`Which one? 1-${hosts.length}, Enter for none: `);
    if (line === null || line === '') return null;
    const host = hosts[Number(line) - 1] ?? hosts.find((name) => name === line);
    if (host !== undefined) return host;
  }
}

function editFor({ setup, program }: InstallRequest) {
  return (text: string | null) => setup.install(text, program);
}

async function writeSetup(request: InstallRequest, terminal: InstallTerminal): Promise<void> {
  const { host, program, isDryRun } = request;
  // Written first: a hook line with a missing client would start the full hook each time.
  if (program.client !== undefined && !isDryRun) writeHookClient(program.client);
  const change = await changeSetup({ ...request, edit: editFor(request) }, terminal);
  const status = statusAfter(change, request, terminal);
  const trouble = status.state === 'wired' ? null : hookStatusProblem(status, host);
  const [done, alreadySo] =
    trouble === null
      ? [`${host} asks caliban from now on; ${nextStep(request)}`, `${host} asks caliban already`]
      : ['the hook is there', 'the hook is there already'];
  showChange({ ...request, change, status, done, alreadySo }, terminal);
  if (trouble !== null) terminal.err(`${visible(trouble)}\n`);
  if (program.client !== undefined && !request.json && !(await startsOnDemand(terminal)))
    terminal.err(`${START_SERVER}\n`);
}

async function startsOnDemand(terminal: InstallTerminal): Promise<boolean> {
  return (await serverSettings(serverPlace(terminal))).serve.start?.value === 'on-demand';
}

const START_SERVER =
  'note: the warm hook needs `caliban serve`; start it, or write `start = "on-demand"` below [serve] in your settings.toml';

function statusAfter({ after }: SetupChange, request: InstallRequest, { home, env }: InstallTerminal): HookStatus {
  const { setup, scope, locations } = request;
  const places = { home, env, workspace: locations.workspace };
  const status = hookStatus(setup, { scope, places, text: after ?? '' });
  return (status.ok ? status.value : null) ?? { state: 'wired' };
}

/** What the user has to do or know afterwards. */
function nextStep({ host, scope }: InstallRequest): string {
  return scope === 'managed' ? 'for every user of this machine, from their next session on' : HOSTS[host].nextStep;
}

function warm(
  { scope, locations: { cacheDirectory } }: InstallRequest,
  makeBytecode: MakeBytecode,
  { env }: InstallTerminal,
): void {
  const { words, isWindows } = hookProgram(scope);
  if (!isWindows) makeBytecode(words, { cacheDirectory, env });
}

/** Starts the hook as the host will. In a project's files the program is found by its name, and every teammate needs it. */
async function checkHook(
  { host, scope, program }: InstallRequest,
  { saysGood }: { readonly saysGood: boolean },
  terminal: InstallTerminal,
): Promise<void> {
  const trouble = hookTrouble(await tryHook(host, program, terminal), scope);
  if (trouble !== null) terminal.err(`${trouble}\n`);
  else if (saysGood) terminal.out('Checked: the hook answers.\n');
}
