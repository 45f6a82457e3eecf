import { readFileSync, writeFileSync } from 'node:fs';
import type { Question } from './questions.ts';

export type Product = 'Claude Code' | 'Codex' | 'Gemini CLI' | 'opencode' | 'casbin' | 'cedar';

/** The lines that ran, or that an engine without an agent would have let run. */
type Ran = Readonly<Record<Question['name'], readonly string[]>>;

export type Results = { readonly date: string; readonly ran: Readonly<Record<Product, Ran>> };

const FILE = new URL('results.json', import.meta.url);

export function savedResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Set by whoever wants the results written down instead of compared. */
export const RECORDING: boolean = process.env.CALIBAN_RECORD === '1';

export function record(product: Product, question: Question['name'], lines: readonly string[]): void {
  const { ran } = savedResults();
  const date = new Date().toISOString().slice(0, 10);
  const results: Results = { date, ran: { ...ran, [product]: { ...ran[product], [question]: lines } } };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** The versions that were tried: the ones the manifests pin. */
export function versions(): Readonly<Record<Product, string>> {
  const clients = dependencies('../clients/package.json');
  const peers = dependencies('../../bench/peers/package.json');
  return {
    'Claude Code': clients['@anthropic-ai/claude-code'] ?? '',
    Codex: clients['@openai/codex'] ?? '',
    'Gemini CLI': clients['@google/gemini-cli'] ?? '',
    opencode: clients['opencode-linux-x64'] ?? '',
    casbin: peers.casbin ?? '',
    cedar: peers['@cedar-policy/cedar-wasm'] ?? '',
  };
}

function dependencies(manifest: string): Readonly<Record<string, string>> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(new URL(manifest, import.meta.url), 'utf8'));
  return { ...dependencies, ...optionalDependencies };
}
