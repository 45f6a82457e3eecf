import { isTable, kindOf } from '../../documents/table.ts';
import type { Sourced } from '../../rules/rule-file.ts';
import type { InboxSettings, NotifySetting, ServeSettings } from '../settings.ts';
import { type Reading, TableReader } from '../table-reader.ts';
import { BOOLEAN, HTTP_URL, oneOf, TEXT, TEXTS, whole } from '../value-kinds.ts';

/** `[serve]` */
export function readServe(reader: TableReader): ServeSettings {
  const start = reader.sourced('start', oneOf('by-hand', 'on-demand'));
  const idleMinutes = reader.sourced('idle_minutes', whole(1, 10_080));
  const port = reader.sourced('port', whole(1, 65_535));
  reader.end();
  return { ...(start && { start }), ...(idleMinutes && { idleMinutes }), ...(port && { port }) };
}

/** `[inbox]` */
export function readInbox(reader: TableReader): InboxSettings {
  const waitSeconds = reader.sourced('wait_seconds', whole(1, 86_400));
  const parkHours = reader.sourced('park_hours', whole(1, 168));
  const from = reader.sourced('from', oneOf('unattended', 'all'));
  const terminal = reader.sourced('terminal', BOOLEAN);
  const name = reader.sourced('name', TEXT);
  reader.end();
  return {
    ...(waitSeconds && { waitSeconds }),
    ...(parkHours && { parkHours }),
    ...(from && { from }),
    ...(terminal && { terminal }),
    ...(name && { name }),
  };
}

/** `[[notify]]` */
export function readNotify(value: unknown, reading: Reading): readonly Sourced<NotifySetting>[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isTable)) {
    const found = Array.isArray(value) ? 'a list of other things' : kindOf(value);
    const message = `\`notify\` is ${found}; write \`[[notify]]\` with double brackets above each way to be notified`;
    reading.errors.push({ spot: { path: ['notify'], part: 'key' }, message });
    return [];
  }
  return value.flatMap((table, index) => {
    const path = ['notify', index];
    const notify = readOne(new TableReader(table, path, reading));
    return notify === null ? [] : [reading.sourced(notify, path)];
  });
}

function readOne(table: TableReader): NotifySetting | null {
  const command = table.read('command', TEXTS);
  const webhook = table.read('webhook', HTTP_URL);
  const desktop = table.read('desktop', BOOLEAN);
  table.end();
  const given = ['command', 'webhook', 'desktop'].filter((key) => table.has(key));
  if (given.length !== 1) {
    table.lacking(
      'write one of `command = ["program", "argument"]`, `webhook = "https://…"` and `desktop = true` here',
    );
    return null;
  }
  if (command !== undefined && command.length > 0) return { kind: 'command', command };
  if (command !== undefined) table.wrong('command', '`command` is empty; write the program and its arguments');
  if (webhook !== undefined) return { kind: 'webhook', url: webhook };
  return desktop === true ? { kind: 'desktop' } : null;
}
