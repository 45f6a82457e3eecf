const MEBIBYTE = 2 ** 20;

/** What is kept of a session: no call and no log line of it, only what they add up to. */
export function figuresOf({ date, node, cores, size, gate, log, calls, heap, conversation }) {
  return {
    ...{ date, node, cores, size },
    deciding: quantiles(log.map(({ took_us }) => took_us / 1000)),
    gate: quantiles(gate.map(({ check }) => check)),
    bareWrite: quantiles(gate.map(({ bareWrite }) => bareWrite)),
    calls: calls.length,
    logLines: log.length,
    failed: calls.filter(({ end }) => end !== 'ok').length,
    heap: { early: heap[size.turns / 10] / MEBIBYTE, late: heap[size.turns] / MEBIBYTE },
    said: (conversation * 0.9) / MEBIBYTE,
    tools: ['Read', 'Grep', 'Write', 'Bash'].map((tool) => figuresOfTool(tool, { gate, log, calls })),
  };
}

function figuresOfTool(tool, { gate, log, calls }) {
  const at = calls.flatMap((call, index) => (call.tool === tool ? [index] : []));
  const checks = at.map((index) => gate[index].check);
  const whole = at.map((index) => calls[index].milliseconds);
  return {
    tool,
    calls: at.length,
    whole: quantiles(whole),
    gate: quantiles(checks),
    deciding: quantiles(at.map((index) => log[index].took_us / 1000)),
    share: sum(checks) / sum(whole),
  };
}

/** In milliseconds. */
function quantiles(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
