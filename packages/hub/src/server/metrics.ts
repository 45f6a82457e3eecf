/** Counters and gauges in Prometheus's format. */
export class Metrics {
  readonly #counters = new Map<string, number>();

  count(name: CounterName, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const key = `${name}${labelText(labels)}`;
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + by);
  }

  /** Includes the gauges that are measured on request. */
  text(gauges: Readonly<Record<GaugeName, number>>): string {
    const lines: string[] = [];
    for (const [name, help] of Object.entries(COUNTERS)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`);
      for (const [key, value] of this.#counters)
        if (key === name || key.startsWith(`${name}{`)) lines.push(`${key} ${value}`);
    }
    for (const [name, help] of Object.entries(GAUGES))
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${gauges[name as GaugeName]}`);
    return `${lines.join('\n')}\n`;
  }
}

const COUNTERS = {
  caliban_hub_requests_total: 'Requests, by method and status.',
  caliban_hub_asks_total: 'Questions that agents asked here.',
  caliban_hub_answers_total: 'Answers of people that were given here, by action.',
  caliban_hub_log_lines_total: 'Lines of decision logs that were stored here.',
  caliban_hub_database_errors_total: 'Requests that failed because PostgreSQL did not answer.',
} as const;

const GAUGES = {
  caliban_hub_open_questions: 'Questions that no one has answered yet.',
  caliban_hub_waiting_agents: 'Requests that wait here for an answer.',
  caliban_hub_policy_version: 'The newest version of the policy; 0 where there is none.',
  caliban_hub_resident_bytes: 'Memory of this process.',
  caliban_hub_uptime_seconds: 'Seconds since the start of this process.',
} as const;

export type CounterName = keyof typeof COUNTERS;
export type GaugeName = keyof typeof GAUGES;

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
