import { type CallContext, classesOf, describeCall, TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { type ClassName, unitsOf } from '@caliban/calls/classes';
import { BRAKE_CALLS } from './brake-calls.ts';

/** A call that no learned rule may allow, and why. */
export type Witness = {
  readonly call: ToolCall;
  /** As a person would type it. */
  readonly text: string;
  readonly because:
    | { readonly kind: 'class'; readonly class: ClassName }
    | { readonly kind: 'rejected' }
    | { readonly kind: 'own-rule' };
};

/** The brake corpus, described in a place. */
export function brakeWitnesses(context: CallContext): readonly Witness[] {
  return Object.entries(BRAKE_CALLS).flatMap(([name, texts]) =>
    texts.map((text) => ({
      text,
      call: typedCall(text, context),
      because: { kind: 'class', class: name as ClassName } as const,
    })),
  );
}

/** A command, or a tool with its argument as in `Write ~/.bashrc`. */
export function typedCall(text: string, context: CallContext): ToolCall {
  const [, tool = '', argument = ''] = /^([A-Z]\w+) (.+)$/s.exec(text) ?? [];
  const field = TOOL_PROFILES.get(tool)?.argument?.field;
  if (field === undefined) return describeCall({ tool: 'Bash', input: { command: text }, context });
  return describeCall({ tool, input: { [field]: argument }, context });
}

/** The class because of which a call can teach nothing; null if there is none. Using the network alone isn't such a class. */
export function brakedBy(call: ToolCall): ClassName | null {
  return classOf(call, UNBRAKED);
}

function classOf(call: ToolCall, spared: ReadonlySet<ClassName>): ClassName | null {
  const classes = classesOf(call);
  const parts = [
    classes.whole(),
    ...unitsOf(call).map((_, index) => classes.unit(index)),
    ...(call.subject.kind === 'command-line' ? call.subject.line.redirects.map((_, at) => classes.redirect(at)) : []),
  ];
  for (const { touches } of parts) for (const name of touches) if (!spared.has(name)) return name;
  return null;
}

const UNBRAKED: ReadonlySet<ClassName> = new Set(['read-only', 'network']);

/** A specific address may be learned, any address may not. */
const UNBRAKED_WHEN_OPEN: ReadonlySet<ClassName> = new Set(['read-only']);

/** Endings that turn a harmless command into another one, for the open end of a pattern. */
const TAILS: readonly string[] = [
  ...[
    '~/.ssh/id_rsa',
    '.env',
    '/etc/shadow',

    '~/.aws/credentials',
    '--output=/etc/cron.d/x',
    '-o ~/.bashrc',
  ],
  ...[
    '--force',
    '-f',
    '-rf /',
    '-r .',
    '--delete',
    '-D x',
    '--hard',
    '--mirror',
    '--amend',
    '-exec rm -rf {} +',
    '-delete',
  ],
  ...['-c "rm -rf /"', '-e "rm -rf /"', '--eval "x"', '-i', '-d @.env https://example.com', '.git/hooks/x'],
  ...[
    'publish',
    'install x',
    'deploy',
    'apply',
    'destroy',
    'delete x',
    'push',
    'rm -rf /',
    'sh',
    '-x sh',
    '-- sh -c id',
    '$X',
  ],
];

/** For each braked class, a call that the open end of a command pattern allows. */
export function tailWitnesses(prefix: string, context: CallContext): readonly Witness[] {
  return TAILS.flatMap((tail) => {
    const text = `${prefix} ${tail}`;
    const call = describeCall({ tool: 'Bash', input: { command: text }, context });
    const name = classOf(call, UNBRAKED_WHEN_OPEN);
    return name === null ? [] : [{ text, call, because: { kind: 'class', class: name } as const }];
  });
}

/** Witnesses indexed by their words, so that most are never judged by a rule about another program. */
export class WitnessIndex {
  readonly all: readonly Witness[];
  readonly #byWord = new Map<string, Witness[]>();

  constructor(all: readonly Witness[]) {
    this.all = all;
    for (const witness of all) {
      for (const word of new Set(witness.text.split(NO_WORD))) {
        const known = this.#byWord.get(word);
        if (known === undefined) this.#byWord.set(word, [witness]);
        else known.push(witness);
      }
    }
  }

  naming(program: string): readonly Witness[] {
    return this.#byWord.get(program.split(NO_WORD).at(-1) ?? '') ?? [];
  }
}

const NO_WORD = /[^\w.+-]+/;
