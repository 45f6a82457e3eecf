import { formatPattern } from '../pattern/format-pattern.ts';
import type { Answer, InboxCause, InboxTrace, Scope } from '../types/answer.ts';
import type { PermissionMode } from '../types/permission-mode.ts';
import type { Action } from '../types/rule.ts';
import type { Because, ClassifierOpinion, Verdict } from '../types/verdict.ts';

/** The reason, as in the log; the overruled verdict is in `over`. The rule itself is a separate field. */
export type AuditBecause =
  | { readonly kind: 'rule' | 'no-rule' | 'harmless' }
  | { readonly kind: 'opaque'; readonly problem: string }
  | { readonly kind: 'own-file'; readonly file: string; readonly over: AuditVerdict }
  | { readonly kind: 'mode'; readonly mode: PermissionMode; readonly over: AuditVerdict }
  | { readonly kind: 'typed'; readonly over: AuditVerdict }
  | { readonly kind: 'not-confined'; readonly problem: string; readonly over: AuditVerdict }
  | {
      readonly kind: 'needs-people';
      readonly approvals: number;
      readonly self_approval?: false;
      readonly over: AuditVerdict;
    }
  | ({ readonly kind: 'classifier'; readonly over: AuditVerdict } & ClassifierOpinion)
  | ({ readonly kind: 'operator'; readonly over: AuditVerdict } & AuditAnswer)
  /** No one waited for it any more. */
  | { readonly kind: 'called-off'; readonly message: string; readonly over: AuditVerdict }
  /** One of the operator's hooks refused the call before any rule was checked. */
  | { readonly kind: 'hook'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string };

export type AuditVerdict = { readonly action: Action; readonly because: AuditBecause };

/** `by` distinguishes the operator from a handler that replaces one. */
export type AuditAnswer =
  | ({ readonly answer: 'allow once' | 'reject once'; readonly by: string } & AuditInbox)
  | ({
      readonly answer: 'always allow' | 'always reject';
      readonly by: string;
      readonly pattern: string;
      readonly scope: Scope;
      /** Patterns that were saved with it, for other parts of the command. */
      readonly also?: readonly string[];
    } & AuditInbox);

/** If the question went through the inbox: the name and the means of the person who answered, or why there is no answer. */
export type AuditInbox = {
  readonly ask_id?: string;
  readonly name?: string;
  readonly through?: string;
  readonly cause?: InboxCause;
};

export function auditBecause(because: Because): AuditBecause {
  switch (because.kind) {
    case 'rule':
    case 'no-rule':
    case 'harmless':
      return { kind: because.kind };
    case 'opaque':
      return { kind: 'opaque', problem: because.problem };
    case 'own-file':
      return { kind: 'own-file', file: because.file, over: auditVerdict(because.over) };
    case 'mode':
      return { kind: 'mode', mode: because.mode, over: auditVerdict(because.over) };
    case 'typed':
      return { kind: 'typed', over: auditVerdict(because.over) };
    case 'classifier':
      return { kind: 'classifier', ...because.opinion, over: auditVerdict(because.over) };
    case 'not-confined':
      return { kind: 'not-confined', problem: because.problem, over: auditVerdict(because.over) };
    case 'needs-people': {
      const { approvals, selfApproval } = because.people;
      const self = selfApproval === undefined ? {} : { self_approval: selfApproval };
      return { kind: 'needs-people', approvals, ...self, over: auditVerdict(because.over) };
    }
    case 'fault':
      return { kind: 'fault', message: because.message };
  }
}

export function answerBecause(answer: Answer, over: Verdict): AuditBecause {
  return { kind: 'operator', ...auditAnswer(answer), over: auditVerdict(over) };
}

export function calledOffBecause(message: string, over: Verdict): AuditBecause {
  return { kind: 'called-off', message, over: auditVerdict(over) };
}

function auditAnswer(answer: Answer): AuditAnswer {
  const { by } = answer;
  switch (answer.kind) {
    case 'once':
      return { answer: answer.action === 'allow' ? 'allow once' : 'reject once', by, ...auditInbox(answer.inbox) };
    case 'always': {
      const { rule, scope, also = [] } = answer;
      return {
        answer: rule.action === 'allow' ? 'always allow' : 'always reject',
        by,
        pattern: formatPattern(rule.pattern),
        scope,
        ...(also.length === 0 ? {} : { also: also.map((kept) => formatPattern(kept.rule.pattern)) }),
        ...auditInbox(answer.inbox),
      };
    }
  }
}

function auditInbox(inbox: InboxTrace | undefined): AuditInbox {
  switch (inbox?.kind) {
    case undefined:
      return {};
    case 'answered':
      return { ask_id: inbox.askId, name: inbox.name, through: inbox.through };
    case 'unanswered':
      return { ...(inbox.askId === undefined ? {} : { ask_id: inbox.askId }), cause: inbox.cause };
  }
}

function auditVerdict({ action, because }: Verdict): AuditVerdict {
  return { action, because: auditBecause(because) };
}
