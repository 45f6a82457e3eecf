export { appliedCommands, finishJournals, undoCommand, undoProblem } from '../rehearsal/applied-commands.ts';
export type { RehearsalParts, Rehearsals, RehearsedCommand } from '../rehearsal/rehearsals.ts';
export { createRehearsals } from '../rehearsal/rehearsals.ts';
export { rehearsingAskHandler } from '../rehearsal/rehearsing-ask-handler.ts';
