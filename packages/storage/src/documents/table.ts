import { isRecord } from '@caliban/calls/types';

/** A TOML table or a JSON object, after parsing. */
export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return isRecord(value) && !(value instanceof Date);
}

/** The kind of a value, for messages. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'boolean':
      return 'true or false';
    case 'number':
    case 'bigint':
      return 'a number';
    default:
      return 'a table';
  }
}
