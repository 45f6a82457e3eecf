import type { ToolEnd } from '@caliban/agent';

/** One thing in the transcript. Replaced, never changed: what was laid out for it stays true for as long as it stands. */
export type Entry = {
  /** 0 for the conversation itself, one more for every sub-agent it goes through. */
  readonly depth: number;
} & EntryBody;

export type EntryBody =
  | { readonly kind: 'prompt'; readonly text: string }
  /** Markdown. `continues`: a block of the entry before goes on here. Long text is cut, so that a new word lays out little. */
  | { readonly kind: 'text'; readonly text: string; readonly continues: boolean }
  | { readonly kind: 'thinking'; readonly text: string }
  | ToolBody
  | { readonly kind: 'notice'; readonly weight: NoticeWeight; readonly text: string };

export type NoticeWeight = 'quiet' | 'info' | 'warning' | 'error';

export type ToolBody = {
  readonly kind: 'tool';
  readonly name: string;
  readonly input: unknown;
  readonly state: ToolState;
  /** Progress while it runs, then the result. */
  readonly output: string;
  readonly diff?: string;
};

export type ToolState =
  /** Hooks, gate and operator have not answered yet: no time is counted. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'ended'; readonly end: ToolEnd; readonly tookMs: number };
