export { denyMessage } from '../record/deny-message.ts';
