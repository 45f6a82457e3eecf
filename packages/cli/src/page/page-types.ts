// The protocol between the page and its server: plain JSON, types only, so that the browser's code may import it.

export type PageAction = 'allow' | 'deny';
export type PageFileScope = 'local' | 'project' | 'user';
export type PageScope = 'session' | PageFileScope;
export type Risk = 'danger' | 'caution' | 'calm';

/** The server escapes texts: `hidden` marks characters that are invisible. */
export type PagePiece = { readonly text: string; readonly hidden?: true; readonly asks?: true };

/** One agent that waits for this answer. */
export type PageAsk = {
  readonly id: string;
  readonly hash: string;
  readonly session: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** On a hub: whose agent asks. */
  readonly from: PageOrigin | null;
};

export type PageOrigin = { readonly install: string; readonly owner: string; readonly team: string };

export type PageReason = { readonly kind: 'rule' | 'mode' | 'classifier' | 'problem'; readonly text: string };

/** Something the call does. */
export type PageClass = { readonly name: string | null; readonly description: string; readonly risk: Risk };

export type OfferedPattern = {
  readonly pattern: string;
  readonly explanation: string;
  readonly preselected: boolean;
};

/** A part of the call that lacks a rule; `part` is its number, 0 for the call as one and for the line as a whole. */
export type OfferedPart = {
  readonly part: number;
  readonly of: number;
  readonly isLine: boolean;
  /** Before anyone has chosen. */
  readonly tickedFor: readonly PageAction[];
  readonly text: readonly PagePiece[];
  readonly patterns: readonly OfferedPattern[];
};

export type PageCard = {
  readonly key: string;
  readonly asks: readonly PageAsk[];
  readonly host: string;
  readonly agent: string | null;
  readonly tool: string;
  readonly workspace: string;
  readonly cwd: string;
  /** The reason the agent was given when it asked. */
  readonly why: string;
  /** Null: any one person may answer. */
  readonly people: {
    readonly needed: number;
    readonly agreed: readonly string[];
    /** The person whose agent asks may not allow it. */
    readonly notOwner: boolean;
  } | null;
  readonly reasons: readonly PageReason[];
  readonly call: readonly PagePiece[];
  readonly fields: readonly (readonly PagePiece[])[];
  /** Lines of a unified diff; null if the call edits no file or the change can't be computed. */
  readonly diff: readonly PageDiffLine[] | null;
  /** Null: the agent doesn't try commands before it asks. */
  readonly rehearsal: PageRehearsal | null;
  readonly classes: readonly PageClass[];
  readonly risk: Risk;
  readonly parts: readonly OfferedPart[];
  /** Why some of the answers aren't offered. */
  readonly missing: string | null;
  readonly mayAlwaysAllow: boolean;
  readonly mayAlwaysDeny: boolean;
  /** All agents of the card keep rules until their sessions end. */
  readonly keepsRules: boolean;
  /** The current verdict, if the rules on disk have changed since. */
  readonly now: 'allow' | 'deny' | null;
};

/** What a command did in a rehearsal, or why it wasn't rehearsed. */
export type PageRehearsal = {
  readonly text: string;
  /** Its exit code was not 0. */
  readonly failed: boolean;
  readonly changes: readonly PageChange[];
  /** Changes that are not in the list. */
  readonly more: number;
  /** The end of it. */
  readonly output: readonly PagePiece[] | null;
};

export type PageChange = {
  readonly effect: 'created' | 'changed' | 'deleted';
  readonly kind: 'file' | 'directory' | 'link';
  readonly path: readonly PagePiece[];
  readonly detail: string;
  readonly diff: readonly PageDiffLine[] | null;
};

export type PageDiffLine = { readonly sign: '+' | '-' | ' ' | '@'; readonly text: readonly PagePiece[] };

export type PageCards = {
  readonly cards: readonly PageCard[];
  /** The number of further open questions. */
  readonly more: number;
  readonly sequence: number;
  /** The clock of the store. */
  readonly now: number;
  /** The name of the person who answers through this page. */
  readonly name: string;
};

export type SimilarAnswers = {
  readonly state: LogState;
  readonly allowed: number;
  readonly denied: number;
  readonly last: readonly { readonly at: number; readonly answer: PageAction; readonly call: string }[];
};

/** The rules of an “always”, all with one action and in one place. */
export type ProposedRules = {
  readonly action: PageAction;
  readonly scope: PageScope;
  readonly rules: readonly ProposedRule[];
  readonly comment?: string;
  readonly reason?: string;
  /** Also write a test of this call beside each rule. */
  readonly withTest?: boolean;
};

/** `part`: as in `OfferedPart`; null: any that the pattern matches. */
export type ProposedRule = { readonly part: number | null; readonly pattern: string };

/** What saving them would do. */
export type RulesPreview = {
  /** In the order of the rules. */
  readonly rules: readonly RulePreview[];
  /** Parts of this call that they don't cover. */
  readonly left: number;
  /** Why they would have no effect in that file. */
  readonly unheard: string | null;
  /** Null: in none. */
  readonly file: string | null;
};

export type RulePreview = {
  /** Why it can't be saved. */
  readonly problem: string | null;
  readonly recent: { readonly matches: number; readonly of: number; readonly samples: readonly string[] } | null;
};

export type AlwaysOutcome =
  /** `file` null: the sessions that asked keep them. */
  | { readonly kind: 'saved'; readonly rules: readonly string[]; readonly file: string | null }
  /** The call was answered, but not all rules were written. */
  | { readonly kind: 'not-saved'; readonly problem: string };

export type LogState = 'reading' | 'ready' | 'failed';

export type Counts = {
  readonly allowed: number;
  readonly asked: number;
  readonly denied: number;
  readonly left: number;
};

export type NamedCounts = Counts & { readonly name: string };

export type Today = {
  readonly state: LogState;
  readonly read: number;
  readonly problem: string | null;
  readonly day: string;
  readonly today: string;
  /** Days with any decision, newest first. */
  readonly days: readonly string[];
  readonly total: Counts;
  /** Of the questions of this day: those that a rule for what was always allowed would have spared. */
  readonly spared: number;
  readonly hours: readonly Counts[];
  readonly projects: readonly NamedCounts[];
  readonly hosts: readonly NamedCounts[];
  readonly sessions: readonly SessionSummary[];
  readonly kinds: readonly RepeatedQuestion[];
};

export type RepeatedQuestion = {
  readonly tool: string;
  readonly call: string;
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
  /** Always approved, often enough: a rule would have avoided them. */
  readonly spared: boolean;
};

export type SessionSummary = Counts & {
  readonly id: string;
  /** On a hub: the agent's name there. An id is one of that agent. */
  readonly install: string | null;
  readonly host: string;
  readonly workspace: string;
  readonly first: number;
  readonly last: number;
  /** Questions that a rule for always-approved calls would have avoided. */
  readonly spared: number;
  readonly risky: number;
};

export type Sessions = {
  readonly state: LogState;
  readonly read: number;
  readonly sessions: readonly SessionSummary[];
  /** The latest first. */
  readonly workspaces: readonly string[];
};

export type TimelineEntry = {
  readonly at: number;
  readonly tool: string;
  readonly call: readonly PagePiece[];
  readonly outcome: 'allow' | 'deny' | 'handed-over' | 'left-to-host';
  readonly asked: boolean;
  readonly answer: 'ran' | 'failed' | 'refused' | null;
  readonly because: string;
  readonly rule: string | null;
  readonly place: string | null;
  readonly classes: readonly PageClass[];
  readonly risk: Risk;
  readonly agent: string | null;
};

export type Timeline = {
  readonly session: SessionSummary | null;
  readonly entries: readonly TimelineEntry[];
  /** The number of earlier calls that aren't shown. */
  readonly more: number;
};

export type Suggestions = {
  readonly project: string;
  readonly scope: 'project' | 'user';
  readonly reading: readonly string[];
  readonly rules: readonly SuggestedRule[];
  readonly refused: readonly { readonly pattern: string; readonly witness: string; readonly why: string }[];
  readonly preview: { readonly calls: number; readonly before: Outcomes; readonly after: Outcomes } | null;
  readonly file: string;
};

export type Outcomes = {
  readonly allow: number;
  readonly left: number;
  readonly ask: number;
  readonly deny: number;
};

export type SuggestedRule = {
  readonly pattern: string;
  readonly action: string;
  readonly explanation: string;
  readonly evidence: string;
  readonly examples: readonly string[];
  readonly calls: number;
};

export type PageRule = {
  readonly number: number;
  readonly action: 'allow' | 'ask' | 'deny';
  readonly pattern: string;
  readonly layer: string;
  readonly place: string | null;
  readonly comment: string | null;
  readonly hits: number;
  readonly findings: readonly string[];
  /** An allow that no decision needed, in a project the log knows. */
  readonly unused: boolean;
};

export type PageFile = {
  readonly layer: string;
  readonly file: string;
  readonly state: 'loaded' | 'missing' | 'ignored' | 'failed';
  readonly rules: number;
  readonly problems: readonly string[];
};

export type PolicyView = {
  readonly workspace: string;
  readonly workspaces: readonly string[];
  readonly mode: string;
  readonly enforcedBy: string | null;
  readonly files: readonly PageFile[];
  readonly rules: readonly PageRule[];
  /** On a hub: the newest first. Null on one machine. */
  readonly versions: readonly PolicyVersion[] | null;
  readonly log: LogState;
};

export type PolicyVersion = {
  readonly version: number;
  readonly pushedAt: string;
  readonly pushedBy: string;
  readonly note: string;
};

export type Findings = { readonly findings: readonly PageFinding[] };

export type PageFinding = {
  readonly severity: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly kind: string;
  readonly message: string;
};

export type TriedCall = {
  readonly action: 'allow' | 'ask' | 'deny';
  readonly because: string;
  readonly mode: string;
  readonly parts: readonly {
    readonly text: readonly PagePiece[] | null;
    readonly action: 'allow' | 'ask' | 'deny' | null;
    readonly because: string;
    /** By the number of the rule. */
    readonly matches: readonly number[];
    readonly decides: number | null;
  }[];
};

export type PlanMatrix = {
  readonly calls: number;
  readonly changes: readonly { readonly is: 'added' | 'removed'; readonly action: string; readonly pattern: string }[];
  readonly matrix: Readonly<Record<keyof Outcomes, Outcomes>>;
  readonly questionsAWeek: unknown;
  readonly cells: readonly {
    readonly before: keyof Outcomes;
    readonly after: keyof Outcomes;
    readonly count: number;
    readonly calls: readonly { readonly tool: string; readonly call: string; readonly count: number }[];
  }[];
};

export type RuleText = { readonly file: string; readonly text: string };

/** Of a hub: its parts by name, for filters. */
export type FleetNames = {
  readonly teams: readonly string[];
  readonly projects: readonly string[];
  readonly agents: readonly string[];
};

export type Fleet = {
  readonly now: number;
  /** The policy in force; 0: none was pushed yet. */
  readonly version: number;
  /** Since when an agent that is in touch should have it. */
  readonly versionSince: number | null;
  readonly agents: readonly FleetAgent[];
  readonly gaps: readonly {
    readonly at: string;
    readonly agent: string;
    readonly sequence: number;
    readonly what: string;
  }[];
  /** Lines that were uploaded and are not in the sums yet. */
  readonly uncounted: number;
};

export type FleetAgent = {
  readonly name: string;
  readonly owner: string;
  readonly team: string;
  readonly seenAt: number | null;
  /** Null: it has none yet. */
  readonly version: number | null;
  readonly lines: number;
  readonly gaps: number;
  readonly open: number;
  /** Questions in the last 7 days. */
  readonly asked: number;
  readonly caliban: string | null;
  readonly platform: string | null;
  /** The most pressing first. */
  readonly problems: readonly AgentProblem[];
};

export type AgentProblem = 'revoked' | 'never-seen' | 'silent' | 'no-policy' | 'old-policy' | 'gaps';
