import { importCalls } from '../gate.mjs';

const { isPlainCommand } = await importCalls('shell/parse/plain-words');

/** What the shell analysis costs a command of plain words: the look that finds there is nothing to take apart. */
export const engine = {
  about: 'only the check whether a command is plain words; decides nothing',
  decides: false,
  load: () => (call) => (isPlainCommand(call.input.command ?? '') ? 1 : 0),
};
