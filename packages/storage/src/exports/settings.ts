export { permissionsSchema } from '../schemas/permissions-schema.ts';
export { settingsSchema } from '../schemas/settings-schema.ts';
export type { ByName, TextMap } from '../settings/settings.ts';
