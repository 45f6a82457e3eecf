export { exportFile } from '../rules/export/export-file.ts';
export { EXPORT_FORMATS } from '../rules/export/export-formats.ts';
