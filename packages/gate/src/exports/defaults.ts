export { AUTO_MODE_LISTS, AUTO_MODE_LISTS_VERSION } from '../defaults/auto-mode-lists.ts';
