export { EventQueue } from '../loop/event-queue.ts';
export { runToolCall } from '../loop/run-tool-call.ts';
