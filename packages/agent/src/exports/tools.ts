export { linesOf } from '../streams/lines-of.ts';
export { previewEdit } from '../tools/edits/preview-edit.ts';
export { cutFrom, diffHunks, unifiedDiff } from '../tools/edits/unified-diff.ts';
export { walkFiles } from '../tools/search/walk-files.ts';
export { findShell } from '../tools/shell/find-shell.ts';
export { createProcessGroups } from '../tools/shell/process-groups.ts';
export { shellEnvironment } from '../tools/shell/shell-environment.ts';
