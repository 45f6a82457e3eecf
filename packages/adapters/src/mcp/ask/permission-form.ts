import { cutMiddle, visible } from '@caliban/calls/text';
import { type Answer, parsePattern, type Question, type Rule, type Suggestion, suggestPatterns } from '@caliban/gate';
import { becauseText, ruleVerdict } from '@caliban/gate/filter';
import { fieldOf, textOf } from '../../hosts/protocol/payload.ts';

/** The parameters of `elicitation/create`, limited to what every revision supports. */
export type FormParams = {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: {
      readonly decision: { readonly type: 'string'; readonly title: string; readonly enum: readonly string[] };
    };
    readonly required: readonly ['decision'];
  };
};

/** A question as a form, and the meaning of its choices. */
export type PermissionForm = {
  readonly params: FormParams;
  /** Parses what the client sends back, which may be anything. */
  readonly answer: (result: unknown) => Answer;
};

export function permissionForm(question: Question): PermissionForm {
  const choices = choicesFor(question);
  return {
    params: {
      message: messageFor(question),
      requestedSchema: {
        type: 'object',
        properties: { decision: { type: 'string', title: 'Decision', enum: [...choices.keys()] } },
        required: ['decision'],
      },
    },
    answer(result) {
      if (fieldOf(result, 'action') !== 'accept') return REJECTED;
      const decision = textOf(fieldOf(result, 'content'), 'decision');
      return (decision === undefined ? undefined : choices.get(decision)) ?? REJECTED;
    },
  };
}

export const ALLOW_ONCE = 'Allow once';
const REJECTED: Answer = { kind: 'once', action: 'deny', by: 'operator' };

function choicesFor(question: Question): ReadonlyMap<string, Answer> {
  const always = rulesFor(question).map(([suggestion, rule]): readonly [string, Answer] => [
    `Always allow ${suggestion.pattern} in this session (${visible(suggestion.explanation)})`,
    { kind: 'always', rule, scope: 'session', by: 'operator' },
  ]);
  return new Map<string, Answer>([
    [ALLOW_ONCE, { kind: 'once', action: 'allow', by: 'operator' }],
    ...always,
    ['Reject', REJECTED],
  ]);
}

/**
 * A rule for exactly these values, and one for the whole tool. Only rules that can be displayed faithfully; none for caliban's
 * own files, nor for a tool whose rule would cover other tools of the same name.
 */
function rulesFor({ call, verdict }: Question): readonly (readonly [Suggestion, Rule])[] {
  if (verdict.because.kind === 'own-file' || call.origin.ownName !== undefined) return [];
  return suggestPatterns(call)
    .slice(-2)
    .reverse()
    .flatMap((suggestion) => {
      const { pattern: text } = suggestion;
      const pattern = parsePattern(text);
      const isReadable = text.length <= MAX_PATTERN_LENGTH && visible(text) === text;
      if (!pattern.ok || !isReadable) return [];
      return [[suggestion, { pattern: pattern.value, action: 'allow', source: { layer: 'runtime' } }] as const];
    });
}

function messageFor({ call, verdict }: Question): string {
  const { because } = ruleVerdict(verdict);
  const { ownName } = call.origin;
  const comment = because.kind === 'rule' ? because.rule.comment : undefined;
  return [
    `May ${visible(call.tool)} be called with this input?`,
    ...(ownName === undefined ? [] : [`To its server it is ${cutMiddle(visible(ownName), MAX_NAME_LENGTH).text}`]),
    inputText(call.input),
    `Asked because: ${becauseText(verdict.because)}`,
    ...(comment === undefined ? [] : [`Its comment: ${visible(comment)}`]),
  ].join('\n');
}

/** Indented line by line; only our own line ends remain, all others are escaped. */
function inputText(input: unknown): string {
  const lines = JSON.stringify(input, null, 2).split('\n').map(visible).join('\n');
  return cutMiddle(lines, MAX_INPUT_BYTES).text;
}

const MAX_PATTERN_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
const MAX_INPUT_BYTES = 8 * 1024;
