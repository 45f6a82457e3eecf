import { join } from 'node:path';
import { sessionsDirectory } from '@caliban/agent/internal/sessions/transcript-file';
import { previewEdit } from '@caliban/agent/internal/tools/preview-edit';
import { absolutePath } from '@caliban/gate/internal/text/path';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import type { TuiParts } from '@caliban/tui/internal/ports';
import type { Args } from '../command-line/args.ts';
import { pathCompletion } from '../desk/complete-path.ts';
import { conversation } from '../desk/conversation.ts';
import { logDesk } from '../desk/log-desk.ts';
import { promptHistory } from '../desk/prompt-history.ts';
import { ruleDesk } from '../desk/rule-desk.ts';
import { version } from '../process/version.ts';
import { modelSettings } from './model-settings.ts';
import type { News } from './news.ts';
import type { Session } from './session.ts';
import type { StartUp } from './start-up.ts';

/** What the terminal may reach of a session. */
export function terminalParts(
  session: Session,
  { start, args, news }: { readonly start: StartUp; readonly args: Args; readonly news: News },
): TuiParts {
  const { settings, locations, files } = start;
  const { main, fallbacks } = modelSettings(files, args.text('model')).routes;
  return {
    conversation: conversation(session, sessionsDirectory(locations.stateDirectory, locations.workspace), [
      ...(main === undefined ? [] : [main]),
      ...fallbacks,
    ]),
    mode: session.gate.mode,
    rules: ruleDesk({
      runtime: session.gate.rules,
      loaded: settings.rules,
      judge: session.gate.judge,
      locations,
      log: settings.audit.file,
      surroundings: session.surroundings,
      onRuleSaved: session.gate.onRuleSaved,
    }),
    log: logDesk(settings.audit.file, session.surroundings),
    edits: previewEdit,
    runCommand: session.runCommand,
    completePath: pathCompletion(absolutePath(locations.workspace), session.gate.mayRead),
    history: promptHistory(join(locations.stateDirectory, 'prompts.jsonl')),
    about: {
      version: version(),
      workspace: locations.workspace,
      notices: [...news.soFar(), ...start.warnings.map((warning) => `warning: ${formatNotice(warning)}`)],
    },
    onNews: news.listen,
  };
}
