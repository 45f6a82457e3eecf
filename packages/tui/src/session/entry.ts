import type { ToolEnd } from '@caliban/agent';

/** One entry of the transcript. Entries are replaced, never changed, so a cached layout stays valid. */
export type Entry = {
  /** 0 for the conversation itself, plus one for every sub-agent in between. */
  readonly depth: number;
} & EntryBody;

export type EntryBody =
  | { readonly kind: 'prompt'; readonly text: string }
  /**
   * Markdown. `continues`: continues a block of the previous entry. Long text is split, so that little is laid out again for a
   * new word.
   */
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
  /** Hooks, gate and operator haven't answered yet: no time is shown. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'ended'; readonly end: ToolEnd; readonly tookMs: number };
