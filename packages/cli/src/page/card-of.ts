import { errorText, visible } from '@caliban/calls/text';
import type { Question } from '@caliban/gate';
import { isOneOfSeveral, ruleText, ruleVerdict } from '@caliban/gate/filter';
import {
  askedParts,
  askingParts,
  callText,
  isWholeLine,
  type OfferedRule,
  offeredRules,
  placeOfPart,
  whyNoRuleFits,
} from '@caliban/gate/inspect';
import type { Ask, AskView, Card } from '@caliban/inbox';
import { diffLines } from './diff-lines.ts';
import { pageRehearsal } from './page-rehearsal.ts';
import { pageRisks } from './page-risks.ts';
import type { OfferedPart, PageAsk, PageCard, PageDiffLine, PageReason } from './page-types.ts';
import { piecesOf, type Stretch } from './pieces.ts';
import type { AskedQuestion } from './question-of-ask.ts';
import type { ShortPaths } from './short-paths.ts';

const MAX_ASKS = 100;
const MAX_FIELDS = 20;

/** What a card is made with. */
export type CardParts = {
  readonly short: ShortPaths;
  /** Judges the question by the rules as they are now. */
  readonly read: (ask: Ask) => Promise<Judged>;
  /** Null: the call edits no file, or its file isn't on this machine. */
  readonly diffOf: (question: Question) => Promise<readonly PageDiffLine[] | null>;
  /** Null: “always” writes a rule. Otherwise why it is missing. */
  readonly noAlways: string | null;
};

type Judged = Pick<AskedQuestion, 'question' | 'book'>;

/** Of a question about a call on this machine. */
export function cardOf(card: Card, { read, short }: Pick<CardParts, 'read' | 'short'>): Promise<PageCard> {
  return cardIn(card, { read, short, diffOf, noAlways: null });
}

/**
 * Everything a person needs to answer. Parts that can't be computed are left out with a message, and the question stays
 * answerable.
 */
export async function cardIn({ key, views }: Card, parts: CardParts): Promise<PageCard> {
  const [{ ask }] = views;
  const { call, context } = ask;
  const { read, short } = parts;
  const common = {
    key,
    asks: views.slice(0, MAX_ASKS).map(waitingAsk),
    host: visible(context.host),
    agent: context.agent === undefined ? null : visible(context.agent),
    tool: visible(call.tool),
    rehearsal: pageRehearsal(ask.rehearsal),
    workspace: visible(call.workspace),
    cwd: visible(call.cwd),
    why: short(context.why),
    people: peopleOf(views[0]),
    keepsRules: views.every(({ ask: each }) => each.context.keepsRules === true),
  };
  try {
    return { ...common, ...(await detailsOf(await read(ask), parts)) };
  } catch (error) {
    return { ...common, ...withoutRules(ask.call.input, errorText(error)) };
  }
}

function waitingAsk({ id, ask, askedAt, expiresAt }: AskView): PageAsk {
  return { id, hash: ask.hash, session: visible(ask.call.session), askedAt, expiresAt, from: ask.context.from ?? null };
}

/** Null: any one person may answer. */
function peopleOf({ ask: { context }, approvals = [] }: AskView): PageCard['people'] {
  const { approvals: needed = 1, selfApproval } = context;
  if (needed === 1 && selfApproval !== false) return null;
  const agreed = approvals.flatMap(({ by }) => (by.kind === 'person' ? [visible(by.name)] : []));
  return { needed, agreed, notOwner: selfApproval === false };
}

type Details = Omit<
  PageCard,
  'key' | 'asks' | 'host' | 'agent' | 'tool' | 'rehearsal' | 'workspace' | 'cwd' | 'why' | 'people' | 'keepsRules'
>;

async function detailsOf(
  { question, book }: Judged,
  { short, diffOf, noAlways }: Omit<CardParts, 'read'>,
): Promise<Details> {
  const { call, verdict } = question;
  const asking = verdict.action === 'ask' ? askingParts(question, book) : [];
  const parts = verdict.action === 'deny' ? [] : askedParts(question, asking);
  const offers = noAlways === null ? offeredRules(question, parts, 'allow') : [];
  const tickedForDeny = offeredRules(question, parts, 'deny').map(({ isTicked }) => isTicked);
  const { subject, fields } = callText(call);
  const marked = asking.flatMap((part): Stretch[] => {
    const place = placeOfPart(call, part);
    return place === null ? [] : [place];
  });
  const diff = await diffOf(question);
  const isOwnFile = verdict.because.kind === 'own-file';
  return {
    reasons: reasonsOf(question, short),
    call: piecesOf(inWorkspace(subject, question), marked),
    fields: (diff === null ? fields : fields.filter((field) => !CONTENT.test(field)))
      .slice(0, MAX_FIELDS)
      .map((field) => piecesOf(field)),
    diff,
    ...pageRisks(call),
    parts: offers.map((each, index) => offeredPart(each, tickedForDeny[index] === true)),
    missing: noAlways ?? missingAnswers(question, offers, isOwnFile),
    mayAlwaysAllow: offers.length > 0 && !isOwnFile,
    mayAlwaysDeny: offers.length > 0,
    now: verdict.action === 'ask' ? null : verdict.action,
  };
}

/** Paths as people name them, relative to the workspace; rule patterns do the same. */
function inWorkspace(text: string, { call: { subject, context } }: Question): string {
  const prefix = `${context.workspace}/`;
  return subject.kind === 'path' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** The fields that a diff shows. */
const CONTENT = /^(?:content|old_string|new_string|edits): /;

function missingAnswers(question: Question, offers: readonly OfferedRule[], isOwnFile: boolean): string | null {
  if (offers.length === 0) return question.verdict.action === 'deny' ? null : whyNoRuleFits(question);
  return isOwnFile ? "no rule can allow writes to caliban's own files, so there is no “always allow”" : null;
}

function offeredPart({ part, suggestions, isTicked }: OfferedRule, isTickedForDeny: boolean): OfferedPart {
  const isLine = isWholeLine({ part });
  return {
    part: isLine ? 0 : (part?.number ?? 0),
    of: part?.of ?? 1,
    isLine,
    tickedFor: [...(isTicked ? (['allow'] as const) : []), ...(isTickedForDeny ? (['deny'] as const) : [])],
    text: part === undefined ? [] : piecesOf(part.text),
    patterns: suggestions.map(({ pattern, explanation, preselected }) => ({ pattern, explanation, preselected })),
  };
}

/** From the rule to the step that overruled it. */
function reasonsOf({ verdict }: Question, short: ShortPaths): readonly PageReason[] {
  const reasons: PageReason[] = [];
  const { because: ground, action } = ruleVerdict(verdict);
  switch (ground.kind) {
    case 'rule': {
      if (ground.rule.source.layer === 'builtin' && action === 'ask') {
        reasons.push({ kind: 'rule', text: 'No rule of yours decides.' });
        break;
      }
      const about = isOneOfSeveral(ground.part) ? ` for part ${ground.part.number} of ${ground.part.of}` : '';
      reasons.push({ kind: 'rule', text: short(`${SAID[action]} by ${ruleText(ground.rule)}${about}`) });
      const { comment } = ground.rule;
      if (comment !== undefined && comment !== '') reasons.push({ kind: 'rule', text: `Comment: ${visible(comment)}` });
      break;
    }
    case 'no-rule':
      // The sentence above them says so.
      break;
    case 'opaque':
      reasons.push({ kind: 'problem', text: `The command can't be analysed in full: ${visible(ground.problem)}` });
      break;
    case 'fault':
      reasons.push({ kind: 'problem', text: `The check failed: ${visible(ground.message)}` });
      break;
    case 'harmless':
      break;
  }
  const { because } = verdict;
  if (because.kind === 'own-file')
    reasons.push({ kind: 'problem', text: `It writes caliban's own ${short(because.file)}: always a question.` });
  return reasons;
}

const SAID = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' } as const;

async function diffOf({ call }: Question): Promise<readonly PageDiffLine[] | null> {
  if (call.access !== 'edit') return null;
  const { previewEdit } = await import('@caliban/agent/tools');
  const diff = await previewEdit(call);
  return diff === null ? null : diffLines(diff);
}

function withoutRules(input: unknown, problem: string): Details {
  return {
    reasons: [{ kind: 'problem', text: `The rules can't be read here: ${visible(problem)}` }],
    call: piecesOf(JSON.stringify(input, null, 2) ?? ''),
    fields: [],
    diff: null,
    classes: [],
    risk: 'caution',
    parts: [],
    missing: 'no rule is offered until the rule files load; `caliban perms lint` says what is wrong',
    mayAlwaysAllow: false,
    mayAlwaysDeny: false,
    now: null,
  };
}
