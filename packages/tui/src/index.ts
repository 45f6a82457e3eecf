export { type OpenQuestion, TuiAskHandler } from './ask/tui-ask-handler.ts';
export { PlainAskHandler } from './plain/plain-ask-handler.ts';
export { type PlainConsole, plainConsole } from './plain/plain-console.ts';
export { type PlainRun, runPlain } from './plain/run-plain.ts';
export { canDraw, runTui, type TuiRun } from './run-tui.ts';
