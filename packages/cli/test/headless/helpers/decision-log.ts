import { existsSync, readFileSync } from 'node:fs';

/** What the tests look at in a line of the decision log. */
export type Logged = {
  readonly ts: string;
  readonly tool_use_id?: string;
  readonly agent?: string;
  readonly tool_name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly action: 'allow' | 'deny' | 'ask';
  readonly outcome: 'allow' | 'deny';
  readonly mode: string;
  readonly rule?: { readonly pattern: string; readonly layer: string };
  readonly because: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly took_us: number;
  readonly confined?: string;
  /** Of a line that follows up on a decision. */
  readonly event?: string;
  readonly blocked?: readonly string[];
};

/** Throws on a torn line. */
export function loggedLines(file: string): readonly Logged[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  if (!text.endsWith('\n')) throw new Error(`the last line of ${file} is torn`);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Logged);
}
