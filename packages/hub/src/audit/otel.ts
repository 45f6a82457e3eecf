// A line of the decision log as a record of OpenTelemetry logs, in the JSON encoding of OTLP.

import type { LogLine } from './decision-logs.ts';

/** One `resourceLogs` object for each line, as collectors read them from files. */
export function otelLine({ install, sequence, line }: LogLine): string {
  const entry = parsed(line);
  const attributes = [
    ...['tool_name', 'action', 'outcome', 'mode', 'session_id', 'host', 'workspace', 'agent'].flatMap((name) =>
      textAttribute(`caliban.${name}`, entry[name]),
    ),
    ...textAttribute('caliban.rule', (entry.rule as { readonly pattern?: unknown } | undefined)?.pattern),
    { key: 'caliban.sequence', value: { intValue: String(sequence) } },
  ];
  const isDeny = entry.action === 'deny';
  const at = typeof entry.ts === 'string' ? Date.parse(entry.ts) : Number.NaN;
  // An unsigned number of 64 bits; a clock may have been anywhere.
  const time = at > 0 && at < MAX_AT ? { timeUnixNano: `${at}000000` } : {};
  return JSON.stringify({
    resourceLogs: [
      {
        resource: {
          attributes: [...textAttribute('service.name', 'caliban'), ...textAttribute('service.instance.id', install)],
        },
        scopeLogs: [
          {
            scope: { name: 'caliban.decisions' },
            logRecords: [
              {
                ...time,
                severityNumber: isDeny ? 13 : 9,
                severityText: isDeny ? 'WARN' : 'INFO',
                body: { stringValue: line },
                attributes,
              },
            ],
          },
        ],
      },
    ],
  });
}

/** The year 2554. */
const MAX_AT = 2 ** 64 / 1e6;

type Attribute = { readonly key: string; readonly value: { readonly stringValue: string } };

function textAttribute(key: string, value: unknown): readonly Attribute[] {
  return typeof value === 'string' && value !== '' ? [{ key, value: { stringValue: value } }] : [];
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
