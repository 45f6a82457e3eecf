export { announcedAskHandler } from '../hooks/permissions-hook.ts';
