import type {
  AskHandler,
  AuditEntry,
  FastClassifier,
  PermissionMode,
  RuleBook,
  ToolCall,
  Verdict,
} from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { becauseText } from '@caliban/gate/internal/filter/because-text';
import { type HostGateParts, hostFallback } from '@caliban/gate/internal/filter/host-fallback';
import { createModeFilter, type ModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { createGate, type Gate } from '@caliban/gate/internal/gate';
import { comparesGlobs } from '@caliban/gate/internal/judge/denied-reach';
import { SharedPermissionMode } from '@caliban/gate/internal/state/shared-permission-mode';
import { errorText } from '@caliban/gate/internal/text/error-text';
import type { AuditLog } from '@caliban/storage/internal/audit/write/audit-log';
import type { Locations } from '@caliban/storage/internal/locations';
import type { Unaccepted } from '@caliban/storage/internal/trust/unaccepted';
import { listsWhenAsked } from '../judging/lists-when-asked.ts';
import { NEVER } from '../judging/never-aborted.ts';
import { decisionLog } from '../log/decision-log.ts';
import { ownDirectories } from '../places/own-directories.ts';
import type { Settings } from '../policy/settings.ts';
import { standardError } from '../process/standard-output.ts';
import type { HookPolicy } from './hook-policy.ts';

export type HookGateParts = {
  readonly policy: HookPolicy;
  readonly locations: Locations;
  /** The host's, where it means the same as ours. */
  readonly mode: PermissionMode | undefined;
  /** The log has the call already. */
  readonly isRepeated: boolean;
  readonly canAsk: boolean;
};

/** What happens to a call. `unapproved`: refused because no one can be asked. `left`: the host decides. */
export type HookOutcome = { readonly kind: 'allow' | 'left' | 'ask' | 'unapproved' | 'deny'; readonly message: string };

/** So many questions or refusals of one request are spelled out. */
export const MOST_TOLD = 4;

/** The gate for the calls of one host: rules, mode and log as in a session; questions go to the host, or to nobody. */
export class HookGate {
  readonly #parts: HookGateParts;
  readonly #mode: SharedPermissionMode;
  readonly #log: AuditLog | null;
  #policy: HookPolicy;
  /** What the call at hand is judged by. */
  #book: RuleBook;
  #texts = 0;

  constructor(parts: HookGateParts) {
    const { policy, mode } = parts;
    const { settings } = policy;
    this.#parts = parts;
    this.#policy = policy;
    this.#book = policy.book;
    this.#mode = new SharedPermissionMode({
      mode: mode ?? startMode(settings.mode.value),
      latched: false,
      ...(settings.enforce.value ? { enforcedBy: settings.enforce.from } : {}),
    });
    this.#log = decisionLog(settings.audit, (message) => standardError(`caliban: ${message}\n`));
  }

  get unaccepted(): Unaccepted | null {
    return this.#policy.unaccepted;
  }

  async outcomeFor(call: ToolCall): Promise<HookOutcome> {
    const from = now();
    const host = this.#host();
    const judged = await this.#judged(call, host).catch((error: unknown) => new Error(errorText(error)));
    const gate = this.#gateFor(judged, host, from);
    const signal = this.#signal();
    const isLeft = !(judged instanceof Error) && host.isLeft(call, judged);
    if (this.#parts.canAsk && !isLeft) {
      const verdict = await gate.judge(call, signal);
      return { kind: verdict.action, message: await this.#message(call, verdict) };
    }
    const decision = await gate.check(call, signal);
    if (decision.outcome === 'allow') {
      const message = becauseText(decision.verdict.because);
      return { kind: decision.leftToHost === true ? 'left' : 'allow', message };
    }
    if (decision.answer !== undefined) return { kind: 'unapproved', message: decision.message };
    return { kind: 'deny', message: await this.#message(call, decision.verdict) };
  }

  async #message(call: ToolCall, verdict: Verdict): Promise<string> {
    if (verdict.action === 'allow') return becauseText(verdict.because);
    const { denialText, fallbackText, questionText } = await import('./host-text.ts');
    if (verdict.action === 'deny') {
      if (verdict.because.kind !== 'no-rule') return denialText(call, verdict);
      return fallbackText({ call, verdict }, this.#policy.settings.hostFallback.from, await this.#rulesToTry());
    }
    return questionText({ call, verdict }, await this.#rulesToTry());
  }

  /** Only for the first texts: each remedy is tried among all rules, which takes reading the files. */
  async #rulesToTry(): Promise<RulesInForce | undefined> {
    return ++this.#texts <= MOST_TOLD ? this.#policy.inForce() : undefined;
  }

  /** A verdict that nobody may act on any more: the log has the refusal behind it. */
  async logRefused(call: ToolCall, why: string): Promise<void> {
    await this.#gateFor(new Error(why), this.#host(), now()).judge(call, NEVER);
  }

  async close(): Promise<void> {
    this.#log?.close();
    await this.#policy.keep();
  }

  #host(): HostGateParts {
    const host = hostFallback({
      fallback: this.#policy.settings.hostFallback.value,
      book: () => this.#book,
      modeFilter: createModeFilter({ mode: this.#mode, classifier: lists(this.#policy, this.#parts.locations) }),
    });
    return { ...host, judge: guardOwnFiles(host.judge, () => ownDirectories(this.#parts.locations)) };
  }

  /** Before the gate is asked, because it cannot wait: only now may a packed policy turn out to be broken. */
  async #judged(call: ToolCall, host: HostGateParts): Promise<Verdict> {
    const { book } = this.#policy;
    if (needsEveryRule(call, book)) {
      this.#book = await this.#policy.wholeBook();
      return host.judge(call);
    }
    this.#book = book;
    try {
      return host.judge(call);
    } catch {
      this.#policy = await this.#policy.anew();
      this.#book = this.#policy.book;
      return host.judge(call);
    }
  }

  /** Nobody calls a hook off, and only auto mode and questions look whether somebody does. */
  #signal(): AbortSignal {
    return this.#parts.canAsk && this.#mode.current !== 'auto' ? NEVER : new AbortController().signal;
  }

  #gateFor(judged: Verdict | Error, { isLeft, modeFilter }: HostGateParts, from: number): Gate {
    const starts = [from];
    return createGate({
      judge() {
        if (judged instanceof Error) throw judged;
        return judged;
      },
      isLeft,
      modeFilter: withoutModel(modeFilter),
      askHandler: nobody(this.#policy.settings, () => this.#rulesToTry()),
      remember() {},
      record: (entry) => {
        if (!this.#parts.isRepeated || SETTLED.has(entry.outcome)) this.#log?.record(entry);
      },
      mode: () => this.#mode.current,
      // Counted from when the call was looked at first.
      clock: () => starts.pop() ?? now(),
    });
  }
}

const SETTLED: ReadonlySet<AuditEntry['outcome']> = new Set(['allow', 'deny']);

/** No model is asked in a hook, so the question is the one of the rules. */
function withoutModel(filter: ModeFilter): ModeFilter {
  return {
    async filter(...input) {
      const verdict = await filter.filter(...input);
      const { because } = verdict;
      if (because.kind !== 'classifier') return verdict;
      const { source } = because.opinion;
      return source === 'Model' || source === 'DisabledFallback' ? because.over : verdict;
    },
  };
}

/** In a line too long to be taken apart, a deny is looked for everywhere. Globs are compared with every rule. */
function needsEveryRule(call: ToolCall, book: RuleBook): boolean {
  const { subject } = call;
  return (subject.kind === 'command-line' && subject.line.overLimit) || comparesGlobs(book, call);
}

function startMode(mode: Settings['mode']['value']): PermissionMode {
  if (mode === 'disabled') throw new Error('a hook has no flag that switches the rules off');
  return mode;
}

function lists({ settings, permissions }: HookPolicy, locations: Locations): FastClassifier {
  const disabled = settings.autoModeDisabled.value;
  return listsWhenAsked({ disabled, permissions, locations, unanswered: 'tighten-only', explicit: undefined });
}

function nobody({ autoAllow }: Settings, rulesToTry: () => Promise<RulesInForce | undefined>): AskHandler {
  return {
    async ask(question) {
      if (!autoAllow.value) {
        const { unapprovedText } = await import('./host-text.ts');
        const message = unapprovedText(question, await rulesToTry());
        return { kind: 'once', action: 'deny', by: 'non-interactive', message };
      }
      const { NonInteractiveAskHandler } = await import('@caliban/gate/internal/ask/non-interactive-ask-handler');
      const notice = (text: string) => standardError(`${text}\n`);
      return new NonInteractiveAskHandler({ autoAllow: true, notice, remedy: 'rule' }).ask(question);
    },
  };
}

/** In milliseconds since 1970, with a fraction. `performance` would load a dozen modules to say the same. */
function now(): number {
  return BEGIN_MS + Number(process.hrtime.bigint() - BEGIN_NS) / 1e6;
}

const BEGIN_MS = Date.now();
const BEGIN_NS = process.hrtime.bigint();
