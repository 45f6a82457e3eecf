/**
 * The globals the gate may use beyond the language itself. Everything else (files, processes, timers, network) doesn't compile
 * here.
 */

declare class URL {
  constructor(url: string, base?: string);
  readonly host: string;
}

declare class AbortSignal {
  static any(signals: readonly AbortSignal[]): AbortSignal;
  static timeout(milliseconds: number): AbortSignal;
  static abort(reason?: unknown): AbortSignal;
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
