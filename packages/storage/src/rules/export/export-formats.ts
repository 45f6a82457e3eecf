export const EXPORT_FORMATS = ['toml', 'json', 'claude'] as const;
