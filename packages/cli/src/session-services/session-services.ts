import { join } from 'node:path';
import { sessionsDirectory } from '@caliban/agent';
import { appliedCommands, undoCommand } from '@caliban/agent/rehearsal';
import type { EmptyPrompt, SessionServices } from '@caliban/agent/session';
import { previewEdit } from '@caliban/agent/tools';
import { absolutePath } from '@caliban/calls';
import { formatNotice } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { modelSettings } from '../compose/model-settings.ts';
import type { NoticeBuffer } from '../compose/notice-buffer.ts';
import type { Session } from '../compose/session.ts';
import type { StartUp } from '../compose/start-up.ts';
import { realPath } from '../paths/real-path.ts';
import { rehearsalDirectory } from '../paths/rehearsal-directory.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { pathCompletion } from './complete-path.ts';
import { conversation } from './conversation.ts';
import { decisionHistory } from './decision-history.ts';
import { promptHistory } from './prompt-history.ts';
import { ruleEditor } from './rule-editor.ts';
import { sessionReports } from './session-reports.ts';

type ServiceParts = {
  readonly start: StartUp;
  readonly args: Args;
  readonly notices: NoticeBuffer;
  readonly terminal: Terminal;
  readonly emptyPrompt?: EmptyPrompt | undefined;
};

/** What a frontend may use of a session. Nothing here loads a frontend. */
export function sessionServices(session: Session, parts: ServiceParts): SessionServices {
  const { start, args, notices, terminal, emptyPrompt } = parts;
  const { settings, locations, files } = start;
  const { main, fallbacks } = modelSettings(files, args.text('model')).routes;
  return {
    conversation: conversation(session, sessionsDirectory(locations.stateDirectory, locations.workspace), [
      ...(main === undefined ? [] : [main]),
      ...fallbacks,
    ]),
    mode: session.gate.gate.mode,
    rules: ruleEditor({
      runtime: session.gate.rules,
      loaded: settings.rules,
      judge: session.gate.gate.byRules,
      locations,
      log: settings.audit.file,
      context: session.context,
      onRuleSaved: session.gate.onRuleSaved,
    }),
    log: decisionHistory(settings.audit.file, terminal, {
      judge: session.gate.gate.byRules,
      book: () => session.gate.rules.book,
      context: session.context,
    }),
    edits: previewEdit,
    applied: {
      list: () =>
        appliedCommands(rehearsalDirectory(locations), { workspace: realPath(absolutePath(locations.workspace)) }),
      undo: (id) => undoCommand(rehearsalDirectory(locations), id),
    },
    runCommand: session.runCommand,
    directories: session.directories,
    reports: sessionReports(session, start, terminal),
    completePath: pathCompletion(absolutePath(locations.workspace), session.gate.mayRead),
    history: promptHistory(join(locations.stateDirectory, 'prompts.jsonl')),
    about: {
      version: version(),
      workspace: locations.workspace,
      notices: [...notices.pending(), ...start.warnings.map((warning) => `warning: ${formatNotice(warning)}`)],
      emptyPrompt,
    },
    onNotice: notices.listen,
  };
}
