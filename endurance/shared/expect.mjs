/** What a scenario says when it does not come out as it should. */
export class Unexpected extends Error {}

export function expect(isTrue, message) {
  if (!isTrue) throw new Unexpected(message);
}

/** It ended by itself, with this exit code, and said this on the named stream. */
export function expectRun(result, { code, stdout, stderr }) {
  const said = `exit ${result.code ?? result.signal}, stdout ${short(result.stdout)}, stderr ${short(result.stderr)}`;
  expect(!result.timedOut, `hung: ${said}`);
  if (code !== undefined) expect([code].flat().includes(result.code), `expected exit ${code}: ${said}`);
  if (stdout !== undefined) expect(stdout.test(result.stdout), `expected ${stdout} on standard output: ${said}`);
  if (stderr !== undefined) expect(stderr.test(result.stderr), `expected ${stderr} on standard error: ${said}`);
  expect(!/^\s+at .+:\d+:\d+\)?$/m.test(result.stderr), `a stack trace is no message: ${said}`);
}

function short(text) {
  return JSON.stringify(text.length > 600 ? `${text.slice(0, 300)} … ${text.slice(-300)}` : text);
}
