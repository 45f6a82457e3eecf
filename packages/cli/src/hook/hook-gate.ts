import type { ToolCall } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import {
  type Answer,
  type AskHandler,
  type AuditEntry,
  type FastClassifier,
  type JudgedVerdict,
  type OpenGate,
  openGate,
  type PermissionMode,
  type RuleBook,
  type Verdict,
} from '@caliban/gate';
import type { Covered, InboxCause, RulesInForce } from '@caliban/gate/ask';
import { becauseText, neededPeople } from '@caliban/gate/filter';
import type { InboxOutcome } from '@caliban/inbox';
import type { AuditLog, Locations } from '@caliban/storage';
import type { Unaccepted } from '@caliban/storage/trust';
import type { HookInbox } from '../asks/hook-inbox.ts';
import { listsWhenAsked } from '../judging/lists-when-asked.ts';
import { NEVER } from '../judging/never-aborted.ts';
import { decisionLog } from '../log/decision-log.ts';
import { ownDirectories } from '../paths/own-directories.ts';
import { modeStart, type Settings } from '../policy/settings.ts';
import type { HookPolicy } from './hook-policy.ts';

/** Opened only once a call is a question, because it reads settings. Null: they configure no inbox. */
export type OpenInbox = () => Promise<HookInbox | null>;

export type HookGateParts = {
  readonly policy: HookPolicy;
  readonly locations: Locations;
  /** The host's mode, if it means the same as ours. */
  readonly mode: PermissionMode | undefined;
  /** The log already has the call. */
  readonly isRepeated: boolean;
  readonly canAsk: boolean;
  /** Questions go to this inbox first and wait for an answer there. */
  readonly inbox: OpenInbox | null;
  /** Messages for the operator. */
  readonly warn: (text: string) => void;
};

/** What happens to a call. `unapproved`: refused because no one can be asked. `parked`: not now. `left`: the host decides. */
export type HookOutcome = {
  readonly kind: 'allow' | 'left' | 'ask' | 'unapproved' | 'parked' | 'deny';
  readonly message: string;
};

/** How many questions or refusals of one request are listed in full. */
export const MAX_SPELLED_OUT = 4;

/** The gate for the calls of one host: rules, mode and log as in a session; questions go to the host, or are refused. */
export class HookGate {
  readonly #parts: HookGateParts;
  readonly #log: AuditLog | null;
  #policy: HookPolicy;
  #gate: OpenGate;
  /** The rules for the current call. */
  #book: RuleBook;
  #texts = 0;
  #inbox: OpenInbox | null;
  #opened: ReturnType<OpenInbox> | null = null;
  /** The inbox's outcome for the current question. */
  #fromInbox: InboxOutcome | null = null;
  /** The host's own user can't answer the current question. */
  #isForPeople = false;

  constructor(parts: HookGateParts) {
    this.#parts = parts;
    this.#policy = parts.policy;
    this.#inbox = parts.inbox;
    this.#book = parts.policy.book;
    this.#log = decisionLog(parts.policy.settings.audit, (message) => parts.warn(`caliban: ${message}\n`));
    this.#gate = this.#open();
  }

  get unaccepted(): Unaccepted | null {
    return this.#policy.unaccepted;
  }

  /** No one is asked any more. */
  forgetInbox(): void {
    this.#inbox = null;
  }

  /** Returns the verdict without logging it. */
  weigh(call: ToolCall): Promise<JudgedVerdict> {
    return this.#gate.weigh(call, this.#signal());
  }

  async outcomeFor(call: ToolCall): Promise<HookOutcome> {
    this.#isForPeople = false;
    this.#fromInbox = this.#inbox === null ? null : await this.#askInbox(call, this.#inbox);
    const signal = this.#signal();
    // If no one has answered, a host that can ask does so, unless its user alone can't answer.
    const isSettled = settles(this.#fromInbox) || this.#isForPeople;
    if (this.#parts.canAsk && !isSettled) {
      const verdict = await this.#gate.judge(call, signal);
      if (verdict.leftToHost === true) return { kind: 'left', message: becauseText(verdict.because) };
      return { kind: verdict.action, message: await this.#message(call, verdict) };
    }
    const decision = await this.#gate.check(call, signal);
    if (decision.outcome === 'allow') {
      const message = becauseText(decision.verdict.because);
      return { kind: decision.leftToHost === true ? 'left' : 'allow', message };
    }
    const { answer } = decision;
    if (answer !== undefined) {
      const isFromInbox = answer.kind === 'once' && answer === answerIn(this.#fromInbox);
      if (isFromInbox && isParked(this.#fromInbox)) return { kind: 'parked', message: `caliban: ${decision.message}` };
      return { kind: 'unapproved', message: isFromInbox ? `caliban: ${decision.message}` : decision.message };
    }
    return { kind: 'deny', message: await this.#message(call, decision.verdict) };
  }

  async #askInbox(call: ToolCall, open: OpenInbox): Promise<InboxOutcome | null> {
    const verdict = await this.weigh(call);
    if (verdict.action !== 'ask' || verdict.leftToHost === true) return null;
    this.#isForPeople = neededPeople(verdict) !== null;
    if (this.#policy.settings.autoAllow.value && !this.#isForPeople) return null;
    this.#opened ??= open();
    const inbox = await this.#opened.catch(async (error: unknown) => {
      await this.logRefused(call, errorText(error));
      throw error;
    });
    if (inbox === null || (this.#isForPeople ? !inbox.asksHub : !inbox.takesAll)) return null;
    return inbox.ask({ call, verdict }, { book: this.#book, judgeAgain: () => this.#judgeAgain(call) });
  }

  /** By the current files: a deny added meanwhile wins over a yes. */
  async #judgeAgain(call: ToolCall): Promise<Verdict> {
    await this.#reload();
    return this.weigh(call);
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

  /** Only for the first texts: each remedy is tried against all rules, which means reading the files. */
  async #rulesToTry(): Promise<RulesInForce | undefined> {
    return ++this.#texts <= MAX_SPELLED_OUT ? this.#policy.inForce() : undefined;
  }

  /** For a verdict that came too late: the host has read a refusal instead. */
  async logRefused(call: ToolCall, why: string): Promise<void> {
    await this.#gate.recordRefusal(call, { kind: 'fault', message: why }).catch(() => {});
  }

  async close(): Promise<void> {
    this.#log?.close();
    await this.#policy.savePack();
    this.#policy.close();
  }

  #open(): OpenGate {
    const { settings } = this.#policy;
    const { mode, locations, isRepeated } = this.#parts;
    const self = this;
    return openGate({
      policy: {
        rules: {
          get book() {
            return self.#book;
          },
        },
        judgeWith: (_, judge) => this.#judgeWith(judge),
        ownDirectories: () => ownDirectories(locations),
        fallback: settings.hostFallback.value,
      },
      mode: {
        ...modeStart(settings),
        ...(mode === undefined ? {} : { mode }),
        classifier: lists(this.#policy, locations),
        review: withoutModel,
      },
      ask: this.#asker(nobody(settings, { rulesToTry: () => this.#rulesToTry(), warn: this.#parts.warn })),
      log: {
        record: (entry) => {
          if (!isRepeated || SETTLED.has(entry.outcome)) this.#log?.record(entry);
        },
      },
      context: { clock: now },
    });
  }

  /** A broken pack may be noticed only when a call is judged; then the rule files are read. */
  async #judgeWith(judge: () => Verdict): Promise<Verdict> {
    this.#book = this.#policy.book;
    try {
      return judge();
    } catch {
      await this.#reload();
      return judge();
    }
  }

  async #reload(): Promise<void> {
    this.#policy = await this.#policy.reload();
    this.#book = this.#policy.book;
    this.#gate = this.#open();
  }

  #asker(otherwise: AskHandler): AskHandler {
    return {
      asksHub: true,
      ask: async (question, signal) => {
        const outcome = this.#fromInbox;
        switch (outcome?.kind) {
          case undefined:
            return otherwise.ask(question, signal);
          case 'answered':
          case 'unanswered':
            return outcome.answer;
          case 'covered':
            return outcome;
          case 'unasked':
            return caused(await otherwise.ask(question, signal), outcome.cause);
        }
      },
    };
  }

  /** A hook is never aborted, and only auto mode and questions use the signal. */
  #signal(): AbortSignal {
    return this.#parts.canAsk && this.#gate.mode.current !== 'auto' ? NEVER : new AbortController().signal;
  }
}

/** The host asks no one after that. */
function settles(outcome: InboxOutcome | null): boolean {
  return outcome?.kind === 'answered' || outcome?.kind === 'covered' || isParked(outcome);
}

function isParked(outcome: InboxOutcome | null): boolean {
  const trace = outcome?.kind === 'unanswered' ? outcome.answer.inbox : undefined;
  return trace?.kind === 'unanswered' && trace.cause === 'inbox-parked';
}

function answerIn(outcome: InboxOutcome | null): Answer | null {
  return outcome?.kind === 'answered' || outcome?.kind === 'unanswered' ? outcome.answer : null;
}

/** For the log: why no one was asked. */
function caused(answer: Answer | Covered, cause: InboxCause): Answer | Covered {
  return answer.kind === 'once' ? { ...answer, inbox: { kind: 'unanswered', cause } } : answer;
}

const SETTLED: ReadonlySet<AuditEntry['outcome']> = new Set(['allow', 'deny']);

/** A hook calls no model, so the rules' own verdict applies in its place. */
function withoutModel(_: ToolCall, verdict: Verdict): Verdict {
  const { because } = verdict;
  if (because.kind !== 'classifier') return verdict;
  const { source } = because.opinion;
  return source === 'Model' || source === 'DisabledFallback' ? because.over : verdict;
}

function lists({ settings, permissions }: HookPolicy, locations: Locations): FastClassifier {
  const disabled = settings.autoModeDisabled.value;
  return listsWhenAsked({ disabled, permissions, locations, unanswered: 'tighten-only', explicit: undefined });
}

type NobodyParts = {
  readonly rulesToTry: () => Promise<RulesInForce | undefined>;
  readonly warn: (text: string) => void;
};

function nobody({ autoAllow }: Settings, { rulesToTry, warn }: NobodyParts): AskHandler {
  return {
    async ask(question) {
      if (!autoAllow.value) {
        const { unapprovedText } = await import('./host-text.ts');
        const message = unapprovedText(question, await rulesToTry());
        return { kind: 'once', action: 'deny', by: 'non-interactive', message };
      }
      return (await import('./allow-unasked.ts')).allowUnasked(question, warn);
    },
  };
}

/** In milliseconds since 1970, with a fraction. Using `performance` would load a dozen modules. */
function now(): number {
  return BEGIN_MS + Number(process.hrtime.bigint() - BEGIN_NS) / 1e6;
}

const BEGIN_MS = Date.now();
const BEGIN_NS = process.hrtime.bigint();
