import { HELP as agentHelp, run as runAgent } from './agent/run.mjs';
import { HELP as analysisHelp, run as runAnalysis } from './analysis/run.mjs';
import { HELP as auditHelp, run as runAudit } from './audit/run.mjs';
import { HELP as coldStartHelp, run as runColdStart } from './cold-start/run.mjs';
import { HELP as corporaHelp, run as runCorpora } from './corpora/run.mjs';
import { HELP as decideHelp, run as runDecide } from './decide/run.mjs';
import { HELP as hubHelp, run as runHub } from './hub/run.mjs';
import { HELP as inboxHelp, run as runInbox } from './inbox/run.mjs';
import { HELP as learnHelp, run as runLearn } from './learn/run.mjs';
import { HELP as reportHelp, run as runReport } from './report/run.mjs';
import { run as runSandbox, HELP as sandboxHelp } from './sandbox/run.mjs';
import { run as runTui, HELP as tuiHelp } from './tui/run.mjs';

/** Suites by name: `npm run bench -- decide --quick`. */
const SUITES = {
  decide: { run: runDecide, help: decideHelp },
  analysis: { run: runAnalysis, help: analysisHelp },
  audit: { run: runAudit, help: auditHelp },
  agent: { run: runAgent, help: agentHelp },
  'cold-start': { run: runColdStart, help: coldStartHelp },
  corpora: { run: runCorpora, help: corporaHelp },
  tui: { run: runTui, help: tuiHelp },
  inbox: { run: runInbox, help: inboxHelp },
  learn: { run: runLearn, help: learnHelp },
  sandbox: { run: runSandbox, help: sandboxHelp },
  hub: { run: runHub, help: hubHelp },
  // Last: it tells what the others have saved.
  report: { run: runReport, help: reportHelp },
};

const [name, ...argv] = process.argv.slice(2);

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(SUITES[name]?.help ?? usage());
} else if (name === undefined || name.startsWith('-')) {
  for (const suite of Object.values(SUITES)) await run(suite, process.argv.slice(2));
} else if (SUITES[name] === undefined) {
  refuse(`there is no suite \`${name}\`\n\n${usage()}`);
} else {
  await run(SUITES[name], argv);
}

async function run(suite, flags) {
  try {
    await suite.run(flags);
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    refuse(`${error.message}\n\n${suite.help}`);
  }
}

function refuse(message) {
  console.error(message);
  process.exitCode = 64;
}

function usage() {
  const helps = Object.values(SUITES).map(({ help }) => help);
  return `npm run bench -- [suite] [flags]; without a suite, all of them run\n\n${helps.join('\n\n')}`;
}
