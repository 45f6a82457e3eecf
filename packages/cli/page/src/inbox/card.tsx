import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { disarm, isArmed, useArmed } from '../arming.ts';
import { plural, shortPath } from '../format.ts';
import { Diff, Pieces } from '../pieces.tsx';
import { Prose } from '../prose.tsx';
import type { PageCard } from '../types.ts';
import { AlwaysPanel } from './always-panel.tsx';
import { EndedRow } from './ended-row.tsx';
import { MessagePanel } from './message-panel.tsx';
import { Rehearsed } from './rehearsed.tsx';
import { SimilarRow } from './similar-row.tsx';
import { Countdown } from './time-left.tsx';
import type { Answer, Entry } from './use-inbox.ts';

export type CardHandle = {
  /** Returns whether the key was for the card. `isQuiet`: no other key was pressed just before. */
  readonly press: (key: string, isQuiet: boolean) => boolean;
  readonly focus: () => void;
};

export type CardProps = {
  readonly entry: Entry;
  readonly ahead: number;
  readonly isSelected: boolean;
  readonly isConnected: boolean;
  readonly answer: (answer: Answer) => void;
  readonly select: () => void;
  readonly handle: (handle: CardHandle | null) => void;
};

type Panel = 'none' | 'message' | 'always-allow' | 'always-deny';

/** One question. Its answers never change their place. */
export function Card({ entry, ahead, isSelected, isConnected, answer, select, handle }: CardProps): JSX.Element {
  const { card, ended, state, shownAt, problem } = entry;
  const [panel, setPanel] = useState<Panel>('none');
  const [selectedAt, setSelectedAt] = useState(0);
  const element = useRef<HTMLLIElement>(null);
  const isLooking = useArmed(shownAt);
  const mayAnswer = isLooking && isConnected && state === 'open' && ended === null;

  useEffect(() => {
    if (isSelected) setSelectedAt(performance.now());
  }, [isSelected]);
  // A form that closes moves what is below it, perhaps under the pointer.
  useLayoutEffect(() => {
    if (ended === null || panel === 'none') return;
    disarm();
    setPanel('none');
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [ended, panel]);

  const once = (action: 'allow' | 'deny') => {
    if (isArmed(shownAt) && isConnected && ended === null) answer({ action });
  };
  const open = (wanted: Panel) => {
    if (ended !== null || state !== 'open') return;
    if (wanted === 'always-allow' && !card.mayAlwaysAllow) return;
    if (wanted === 'always-deny' && !card.mayAlwaysDeny) return;
    setPanel((now) => (now === wanted ? 'none' : wanted));
    disarm();
  };
  const close = () => {
    setPanel('none');
    disarm();
    element.current?.focus();
  };

  const press = (key: string, isQuiet: boolean): boolean => {
    if (!isQuiet) return ANSWER_KEYS.has(key);
    switch (key) {
      case 'o':
      case 'r':
        if (isArmed(Math.max(shownAt, selectedAt))) once(key === 'o' ? 'allow' : 'deny');
        return true;
      // These only open a form, and a message that is typed at once goes into it.
      case 'y':
        open('always-allow');
        return true;
      case 'n':
        open('always-deny');
        return true;
      case 'm':
        open('message');
        return true;
      case 'Escape':
        close();
        return true;
      default:
        return false;
    }
  };
  useEffect(() => {
    handle({
      press,
      focus: () => {
        element.current?.focus({ preventScroll: true });
        element.current?.scrollIntoView({ block: 'nearest' });
      },
    });
    return () => handle(null);
  });

  const [first] = card.asks;
  return (
    <li
      ref={element}
      class={`card ${card.risk}${isSelected ? ' selected' : ''}${ended === null ? '' : ' ended'}`}
      tabIndex={-1}
      data-ask={first?.id}
      onFocusCapture={select}
      onPointerDown={select}
      aria-label={`${card.tool}, asked by ${card.host} in ${shortPath(card.workspace)}`}
    >
      <CardHead card={card} ahead={ahead} isOpen={ended === null} />
      {card.diff === null ? null : (
        <p class="path">
          <Pieces pieces={card.call} />
        </p>
      )}
      {card.diff === null ? (
        <pre class="call">
          <Pieces pieces={card.call} />
        </pre>
      ) : (
        <Diff lines={card.diff} />
      )}
      {card.fields.map((field, index) => (
        <p key={index} class="field">
          <Pieces pieces={field} />
        </p>
      ))}
      {card.rehearsal !== null && <Rehearsed rehearsal={card.rehearsal} />}
      <Why card={card} />
      <SimilarRow id={first?.id} />
      {ended !== null ? (
        <EndedRow ended={ended} />
      ) : (
        <fieldset class="answers" aria-label="Answers">
          <AnswerButton keyName="o" kind="allow" isOff={!mayAnswer} act={() => once('allow')}>
            Allow once
          </AnswerButton>
          <AnswerButton
            keyName="y"
            kind="plain"
            isOff={!mayAnswer || !card.mayAlwaysAllow}
            isOpen={panel === 'always-allow'}
            act={() => mayAnswer && open('always-allow')}
          >
            Always…
          </AnswerButton>
          <span class="gap" />
          <AnswerButton keyName="r" kind="deny" isOff={!mayAnswer} act={() => once('deny')}>
            Reject once
          </AnswerButton>
          <AnswerButton
            keyName="n"
            kind="plain"
            isOff={!mayAnswer || !card.mayAlwaysDeny}
            isOpen={panel === 'always-deny'}
            act={() => mayAnswer && open('always-deny')}
          >
            Never…
          </AnswerButton>
          <AnswerButton
            keyName="m"
            kind="message"
            isOff={!mayAnswer}
            isOpen={panel === 'message'}
            act={() => mayAnswer && open('message')}
          >
            With a message…
          </AnswerButton>
        </fieldset>
      )}
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {ended === null && panel === 'message' && (
        <MessagePanel send={(message) => answer({ action: 'deny', message })} close={close} isConnected={isConnected} />
      )}
      {ended === null && (panel === 'always-allow' || panel === 'always-deny') && (
        <AlwaysPanel
          key={panel}
          card={card}
          action={panel === 'always-allow' ? 'allow' : 'deny'}
          save={answer}
          close={close}
          isConnected={isConnected && state === 'open'}
        />
      )}
    </li>
  );
}

const ANSWER_KEYS: ReadonlySet<string> = new Set(['o', 'y', 'r', 'n', 'm']);

const RISK_NAMES = { danger: 'danger', caution: 'caution', calm: 'ordinary' } as const;

function CardHead({
  card,
  ahead,
  isOpen,
}: {
  readonly card: PageCard;
  readonly ahead: number;
  readonly isOpen: boolean;
}) {
  const { risk, classes, host, agent, tool, workspace, cwd, asks } = card;
  return (
    <div class="card-head">
      <span class={`risk ${risk}`}>{RISK_NAMES[risk]}</span>
      <strong class="tool">{tool}</strong>
      <span class="from" title={cwd === workspace ? workspace : `${workspace}\nin ${cwd}`}>
        {host}
        {agent === null ? '' : ` › ${agent}`} · {shortPath(workspace)}
      </span>
      <Origins asks={asks} />
      {asks.length > 1 && <span class="times">{asks.length} ask the same</span>}
      <Countdown asks={asks} ahead={ahead} isOpen={isOpen} />
      {classes.length > 0 && (
        <ul class="classes">
          {classes.map(({ name, description, risk: level }) => (
            <li key={description} class={level}>
              <b>
                <Prose text={description} />
              </b>{' '}
              {name !== null && <code class="faint">{name}</code>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** On a hub: whose agents ask. */
function Origins({ asks }: Pick<PageCard, 'asks'>) {
  const names = new Set(
    asks.flatMap(({ from }) =>
      from === null ? [] : [`${from.install}, ${from.owner}${from.team === '' ? '' : `, team ${from.team}`}`],
    ),
  );
  if (names.size === 0) return null;
  const [first, ...others] = names;
  return (
    <span class="from" title={[...names].join('\n')}>
      {first}
      {others.length > 0 && ` and ${plural(others.length, 'other')}`}
    </span>
  );
}

/** Where one person's yes is not enough. */
function People({ people }: Pick<PageCard, 'people'>) {
  if (people === null) return null;
  const { needed, agreed, notOwner } = people;
  return (
    <p class="rule">
      {needed > 1 && `${needed} people have to allow this`}
      {needed > 1 && (agreed.length === 0 ? '; no one has yet. ' : `; so far ${agreed.join(', ')}. `)}
      {notOwner && 'The owner of the agent may not allow it.'}
    </p>
  );
}

function Why({ card: { why, people, reasons, missing, now } }: { readonly card: PageCard }) {
  return (
    <div class="why">
      <p>
        <span class="label">Why</span> <Prose text={why} />
      </p>
      <People people={people} />
      {reasons.map(({ kind, text }) => (
        <p key={text} class={kind}>
          <Prose text={text} />
        </p>
      ))}
      {now !== null && (
        <p class="problem">
          {now === 'allow'
            ? 'By the rules as they are now this is allowed; the agent waits for you all the same.'
            : 'By the rules as they are now this is denied: an allow from here would not run it.'}
        </p>
      )}
      {missing !== null && (
        <p class="faint">
          <Prose text={missing} />
        </p>
      )}
    </div>
  );
}

type AnswerButtonProps = {
  readonly keyName: string;
  readonly kind: 'allow' | 'deny' | 'plain' | 'message';
  readonly isOff: boolean;
  readonly isOpen?: boolean;
  readonly act: () => void;
  readonly children: string;
};

function AnswerButton({ keyName, kind, isOff, isOpen, act, children }: AnswerButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-disabled={isOff}
      aria-expanded={isOpen}
      aria-keyshortcuts={keyName}
      onClick={() => {
        if (!isOff) act();
      }}
    >
      {children} <kbd>{keyName}</kbd>
    </button>
  );
}
