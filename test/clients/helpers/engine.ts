import type { Question } from '../../comparison/questions.ts';

const BENCH = new URL('../../../bench/decide/', import.meta.url).href;

type Engine = { readonly load: (rules: readonly unknown[]) => Decide | Promise<Decide> };
/** The position of the first rule that matches, or -1. */
type Decide = (call: { readonly tool: string; readonly input: unknown }) => number;

export async function installEngines(): Promise<void> {
  const { installPeers } = await import(`${BENCH}install-peers.mjs`);
  installPeers();
}

/** The lines that an engine of the bench, fed as it is there, has an allow for. */
export async function engineLetsRun(
  name: 'casbin' | 'cedar',
  { allow, deny, lines }: Question,
): Promise<readonly string[]> {
  const { engine }: { engine: Engine } = await import(`${BENCH}engines/${name}.mjs`);
  const rules = [
    ...deny.map((program) => ({ pattern: `Bash:${program} *`, action: 'deny' })),
    ...(allow === 'everything' ? ['*'] : allow.map((program) => `${program} *`)).map((glob) => ({
      pattern: `Bash:${glob}`,
      action: 'allow',
    })),
  ];
  const decide = await engine.load(rules);
  return lines.filter((command) => rules[decide({ tool: 'Bash', input: { command } })]?.action === 'allow');
}
