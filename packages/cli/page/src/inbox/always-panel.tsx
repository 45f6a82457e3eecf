import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { post } from '../api.ts';
import { ARMING_MS } from '../arming.ts';
import { grouped, plural } from '../format.ts';
import { Pieces } from '../pieces.tsx';
import { Prose } from '../prose.tsx';
import type { OfferedPart, PageAction, PageCard, PageScope, RulePreview } from '../types.ts';
import type { Answer } from './use-inbox.ts';

export type AlwaysPanelProps = {
  readonly card: PageCard;
  readonly action: PageAction;
  readonly save: (answer: Answer) => void;
  readonly close: () => void;
  readonly isConnected: boolean;
};

type Previewed = { readonly of: string; readonly at: number; readonly preview: RulePreview };

const SETTLE_MS = 150;

const SCOPES: readonly (readonly [PageScope, string, string])[] = [
  ['local', 'This project, only me', '.caliban/permissions.local.toml'],
  ['project', 'This project, everyone', '.caliban/permissions.toml'],
  ['user', 'All my projects', '~/.config/caliban/permissions.toml'],
];

/** The rule behind “always”: patterns, where it is saved, and what else it would have matched. */
export function AlwaysPanel({ card, action, save, close, isConnected }: AlwaysPanelProps): JSX.Element {
  const [at, setAt] = useState(0);
  const part = card.parts[at] as OfferedPart;
  const [pattern, setPattern] = useState(preselected(part));
  const [scope, setScope] = useState<PageScope>('local');
  const [note, setNote] = useState('');
  const previewed = usePreview({ id: card.asks[0]?.id ?? '', part: part.part, pattern, action, scope });
  const isCurrent = previewed?.of === `${part.part} ${scope} ${pattern}`;
  const preview = isCurrent ? previewed.preview : null;
  const maySave = preview?.problem === null && isConnected;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const submit = () => {
    if (!maySave || previewed === null || performance.now() - previewed.at < ARMING_MS) return;
    const text = note.trim();
    const noted = text === '' ? {} : action === 'deny' ? { reason: text } : { comment: text };
    save({
      action,
      ...(action === 'deny' && text !== '' ? { message: text } : {}),
      rule: { part: part.part, pattern, scope, ...noted },
    });
  };
  const choosePart = (index: number) => {
    setAt(index);
    setPattern(preselected(card.parts[index] as OfferedPart));
  };

  return (
    <form
      class="panel"
      aria-label={action === 'allow' ? 'Always allow' : 'Always reject'}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      {card.parts.length > 1 && (
        <fieldset class="parts">
          <legend>{plural(card.parts.length, 'part')} of this command lack a rule. This one is for</legend>
          {card.parts.map((each, index) => (
            <label key={each.part}>
              <input type="radio" name="part" checked={index === at} onChange={() => choosePart(index)} />
              <code>
                <Pieces pieces={each.text} />
              </code>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset class="patterns">
        <legend>{action === 'allow' ? 'Always allow' : 'Always reject'} what matches</legend>
        {part.patterns.map((each) => (
          <label key={each.pattern}>
            <input
              type="radio"
              name="pattern"
              checked={each.pattern === pattern}
              onChange={() => setPattern(each.pattern)}
            />
            <code>{each.pattern}</code>{' '}
            <span class="faint">
              <Prose text={each.explanation} />
            </span>
          </label>
        ))}
        <input
          ref={field}
          class="text mono"
          aria-label="Pattern"
          spellcheck={false}
          autocomplete="off"
          value={pattern}
          onInput={({ currentTarget }) => setPattern(currentTarget.value)}
        />
      </fieldset>
      <div class="two">
        <label>
          <span>Keep it for</span>
          <select value={scope} onChange={({ currentTarget }) => setScope(currentTarget.value as PageScope)}>
            {SCOPES.map(([name, title, file]) => (
              <option key={name} value={name} title={file}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{action === 'allow' ? 'Comment, for people' : 'Reason, for the model'}</span>
          <input class="text" value={note} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
        </label>
      </div>
      <PreviewText preview={preview} parts={card.parts.length} action={action} />
      <div class="answers">
        <button type="submit" class={`button ${action}`} aria-disabled={!maySave}>
          {action === 'allow' ? 'Allow and save the rule' : 'Reject and save the rule'} <kbd>Enter</kbd>
        </button>
        <button type="button" class="button plain" onClick={close}>
          Back <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function preselected({ patterns }: OfferedPart): string {
  return patterns.find((each) => each.preselected)?.pattern ?? '';
}

type Wanted = {
  readonly id: string;
  readonly part: number;
  readonly pattern: string;
  readonly action: PageAction;
  readonly scope: PageScope;
};

function usePreview(wanted: Wanted): Previewed | null {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const { id, part, pattern, action, scope } = wanted;
  useEffect(() => {
    if (pattern === '') return setPreviewed(null);
    let isOff = false;
    const timer = setTimeout(async () => {
      const reply = await post<RulePreview>('/api/page/preview', { id, part, pattern, action, scope });
      if (isOff || (reply.kind !== 'ok' && reply.kind !== 'problem')) return;
      const preview = reply.kind === 'ok' ? reply.body : { ...NO_PREVIEW, problem: reply.error };
      setPreviewed({ of: `${part} ${scope} ${pattern}`, at: performance.now(), preview });
    }, SETTLE_MS);
    return () => {
      isOff = true;
      clearTimeout(timer);
    };
  }, [id, part, pattern, action, scope]);
  return previewed;
}

const NO_PREVIEW: RulePreview = { problem: null, left: 0, unheard: null, file: '', recent: null };

type PreviewTextProps = {
  readonly preview: RulePreview | null;
  readonly parts: number;
  readonly action: PageAction;
};

function PreviewText({ preview, parts, action }: PreviewTextProps) {
  if (preview === null) return <div class="preview faint">Looking what else it would match…</div>;
  const { problem, left, unheard, file, recent } = preview;
  if (problem !== null)
    return (
      <div class="preview">
        <p class="problem">
          <Prose text={problem} />
        </p>
      </div>
    );
  return (
    <div class="preview" aria-live="polite">
      <p class="good">
        Matches this call: yes
        {recent !== null &&
          ` · would also have matched ${grouped(recent.matches)} of your last ${plural(recent.of, 'call')}`}
      </p>
      {action === 'allow' && parts > 1 && left > 0 && (
        <p class="warning">{plural(left, 'other part')} of this command will be asked about again next time.</p>
      )}
      {unheard !== null && (
        <p class="warning">
          <Prose text={unheard} />
        </p>
      )}
      <p class="faint">
        Saved to <code>{file}</code>
      </p>
      {recent !== null && recent.samples.length > 0 && (
        <details>
          <summary>What it would have matched</summary>
          <ul class="samples">
            {recent.samples.map((sample) => (
              <li key={sample}>
                <code>{sample}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
