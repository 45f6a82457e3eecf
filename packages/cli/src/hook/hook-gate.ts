import type {
  AbsolutePath,
  AskHandler,
  FastClassifier,
  PermissionMode,
  RuleBook,
  ToolCall,
  Verdict,
} from '@caliban/gate';
import { becauseText } from '@caliban/gate/internal/filter/because-text';
import { createModeFilter, type ModeFilter } from '@caliban/gate/internal/filter/mode-filter';
import { guardOwnFiles } from '@caliban/gate/internal/filter/own-files';
import { createGate, type Gate } from '@caliban/gate/internal/gate';
import { comparesGlobs } from '@caliban/gate/internal/judge/denied-reach';
import { judge } from '@caliban/gate/internal/judge/judge';
import { denyMessage } from '@caliban/gate/internal/record/deny-message';
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
import { isPlanFile, PLAN_FILTER } from './plan-file.ts';

export type HookGateParts = {
  readonly policy: HookPolicy;
  readonly locations: Locations;
  /** The host's, where it means the same as ours. */
  readonly mode: PermissionMode | undefined;
  /** Where its plan mode has the model write. */
  readonly plans: AbsolutePath | undefined;
  readonly canAsk: boolean;
};

/** What becomes of a call. Unapproved: refused because nobody can be asked. */
export type HookOutcome = { readonly kind: 'allow' | 'ask' | 'unapproved' | 'deny'; readonly message: string };

/** So many refusals are told of; the rules they offer are tried first, which takes reading the files. */
export const MOST_TOLD = 4;

/** The gate for the calls of one host: rules, mode and log as in a session; questions go to the host, or to nobody. */
export class HookGate {
  readonly #parts: HookGateParts;
  readonly #mode: SharedPermissionMode;
  readonly #log: AuditLog | null;
  #policy: HookPolicy;
  #unapproved = 0;

  constructor(parts: HookGateParts) {
    const { policy, mode } = parts;
    const { settings } = policy;
    this.#parts = parts;
    this.#policy = policy;
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
    const judged = await this.#ruleVerdict(call).catch((error: unknown) => new Error(errorText(error)));
    const gate = this.#gateFor(judged, from, this.#filterFor(call));
    const signal = this.#signal();
    if (this.#parts.canAsk) {
      const verdict = await gate.judge(call, signal);
      const message = verdict.action === 'deny' ? denyMessage(call, verdict) : becauseText(verdict.because);
      return { kind: verdict.action, message };
    }
    const decision = await gate.check(call, signal);
    if (decision.outcome === 'allow') return { kind: 'allow', message: becauseText(decision.verdict.because) };
    return { kind: decision.answer === undefined ? 'deny' : 'unapproved', message: decision.message };
  }

  /** A verdict that nobody may act on any more: the log has the refusal behind it. */
  async logRefused(call: ToolCall, why: string): Promise<void> {
    await this.#gateFor(new Error(why), now(), this.#filterFor(call)).judge(call, NEVER);
  }

  async close(): Promise<void> {
    this.#log?.close();
    await this.#policy.keep();
  }

  /** Before the gate is asked, because it cannot wait: only now may a packed policy turn out to be broken. */
  async #ruleVerdict(call: ToolCall): Promise<Verdict> {
    const directories = () => ownDirectories(this.#parts.locations);
    const judgeBy = (book: RuleBook) => guardOwnFiles((guarded) => judge(book, guarded), directories)(call);
    if (needsEveryRule(call, this.#policy.book)) return judgeBy(await this.#policy.wholeBook());
    try {
      return judgeBy(this.#policy.book);
    } catch {
      this.#policy = await this.#policy.anew();
      return judgeBy(this.#policy.book);
    }
  }

  /** Nobody calls a hook off, and only auto mode and questions look whether somebody does. */
  #signal(): AbortSignal {
    return this.#parts.canAsk && this.#mode.current !== 'auto' ? NEVER : new AbortController().signal;
  }

  #filterFor(call: ToolCall): ModeFilter {
    const { mode, plans, locations } = this.#parts;
    if (mode === 'plan' && plans !== undefined && isPlanFile(call, plans)) return PLAN_FILTER;
    return createModeFilter({ mode: this.#mode, classifier: lists(this.#policy, locations) });
  }

  #gateFor(judged: Verdict | Error, from: number, modeFilter: ModeFilter): Gate {
    const starts = [from];
    return createGate({
      judge() {
        if (judged instanceof Error) throw judged;
        return judged;
      },
      modeFilter,
      askHandler: nobody(this.#policy, () => ++this.#unapproved <= MOST_TOLD),
      remember() {},
      record: (entry) => this.#log?.record(entry),
      mode: () => this.#mode.current,
      // Counted from when the call was looked at first.
      clock: () => starts.pop() ?? now(),
    });
  }
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

function nobody({ settings, inForce }: HookPolicy, isTold: () => boolean): AskHandler {
  return {
    ask: async (question) => {
      const { NonInteractiveAskHandler } = await import('@caliban/gate/internal/ask/non-interactive-ask-handler');
      const notice = (text: string) => standardError(`${text}\n`);
      const offer = { remedy: 'rule', inForce: () => (isTold() ? inForce() : undefined) } as const;
      const options = settings.autoAllow.value
        ? ({ autoAllow: true, notice, ...offer } as const)
        : ({ autoAllow: false, ...offer } as const);
      return new NonInteractiveAskHandler(options).ask(question);
    },
  };
}

/** In milliseconds since 1970, with a fraction. `performance` would load a dozen modules to say the same. */
function now(): number {
  return BEGIN_MS + Number(process.hrtime.bigint() - BEGIN_NS) / 1e6;
}

const BEGIN_MS = Date.now();
const BEGIN_NS = process.hrtime.bigint();
