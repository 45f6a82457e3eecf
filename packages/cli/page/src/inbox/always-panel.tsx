import { withoutTick, withTick } from '@caliban/gate/inspect';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ARMING_MS } from '../arming.ts';
import { plural } from '../format.ts';
import { Prose } from '../prose.tsx';
import type { OfferedPart, PageAction, PageCard, PageScope, RulesPreview } from '../types.ts';
import { RuleField, type WrittenRule } from './rule-field.tsx';
import type { Answer } from './use-inbox.ts';
import { useRulesPreview } from './use-rules-preview.ts';

export type AlwaysPanelProps = {
  readonly card: PageCard;
  readonly action: PageAction;
  readonly save: (answer: Answer) => void;
  readonly close: () => void;
  readonly isConnected: boolean;
};

const SCOPES: readonly (readonly [PageScope, string])[] = [
  ['session', 'Until its session ends'],
  ['local', 'This project, only me'],
  ['project', 'This project, everyone'],
  ['user', 'All my projects'],
];

/** The rules behind “always”: one for each part that lacks one, or one for exactly this line; where they are kept; what they would do. */
export function AlwaysPanel({ card, action, save, close, isConnected }: AlwaysPanelProps): JSX.Element {
  const [rules, setRules] = useState<readonly WrittenRule[]>(() =>
    card.parts.map((offered) => writtenRule(offered, action)),
  );
  const [scope, setScope] = useState<PageScope>('local');
  const [note, setNote] = useState('');
  const [withTest, setWithTest] = useState(false);
  const ticked = rules.filter(({ isTicked }) => isTicked);
  const text = note.trim();
  const always = {
    ...{ action, scope },
    rules: ticked.map(({ offered, pattern }) => ({ part: offered.part, pattern })),
  };
  const previewed = useRulesPreview(card.asks[0]?.id ?? '', always);
  const preview = previewed?.preview ?? null;
  const maySave = preview?.rules.every(({ problem }) => problem === null) === true && isConnected;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const submit = () => {
    if (!maySave || previewed === null || performance.now() - previewed.at < ARMING_MS) return;
    save({
      action,
      ...(action === 'deny' && text !== '' ? { message: text } : {}),
      always: { ...always, withTest, ...(action === 'deny' ? { reason: text } : { comment: text }) },
    });
  };
  const tick = (at: number, isTicked: boolean) =>
    setRules((before) => (isTicked ? withTick(before, at, ({ offered }) => offered.isLine) : withoutTick(before, at)));
  const write = (at: number, pattern: string) =>
    setRules((before) => before.map((rule, index) => (index === at ? { ...rule, pattern } : rule)));
  const own = rules.filter(({ offered }) => !offered.isLine).length;

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
      {rules.length > 1 && (
        <p class="panel-lead">
          {own === 1 ? 'One part of this command asks' : `${own} parts of this command ask`}. The rules that are ticked
          are saved.
        </p>
      )}
      {rules.map((rule, index) => (
        <RuleField
          key={`${rule.offered.part} ${rule.offered.isLine}`}
          rule={rule}
          action={action}
          isOneOfSeveral={rules.length > 1}
          preview={preview?.rules[ticked.indexOf(rule)] ?? null}
          tick={(isTicked) => tick(index, isTicked)}
          write={(pattern) => write(index, pattern)}
          {...(index === rules.findIndex(({ isTicked }) => isTicked) ? { field } : {})}
        />
      ))}
      <div class="two">
        <label>
          <span>{ticked.length > 1 ? 'Keep them' : 'Keep it'}</span>
          <select value={scope} onChange={({ currentTarget }) => setScope(currentTarget.value as PageScope)}>
            {SCOPES.map(([name, title]) => (
              <option key={name} value={name} disabled={name === 'session' && !card.keepsRules}>
                {name === 'session' && !card.keepsRules ? `${title} (not with ${card.host})` : title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{action === 'allow' ? 'Comment, for people' : 'Reason, for the model'}</span>
          <input class="text" value={note} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
        </label>
      </div>
      {scope !== 'session' && (
        <label class="tick">
          <input
            type="checkbox"
            checked={withTest}
            onChange={({ currentTarget }) => setWithTest(currentTarget.checked)}
          />
          <span>
            Also write a test of this call, for <code>caliban perms check</code>
          </span>
        </label>
      )}
      <Effect preview={preview} count={ticked.length} action={action} />
      <div class="answers">
        <button type="submit" class={`button ${action}`} aria-disabled={!maySave}>
          {action === 'allow' ? 'Allow' : 'Reject'} and save {ticked.length > 1 ? `${ticked.length} rules` : 'the rule'}{' '}
          <kbd>Enter</kbd>
        </button>
        <button type="button" class="button plain" onClick={close}>
          Back <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function writtenRule(offered: OfferedPart, action: PageAction): WrittenRule {
  const pattern = offered.patterns.find(({ preselected }) => preselected)?.pattern ?? '';
  return { offered, pattern, isTicked: offered.tickedFor.includes(action) };
}

type EffectProps = {
  readonly preview: RulesPreview | null;
  readonly count: number;
  readonly action: PageAction;
};

/** What saving all of them does. */
function Effect({ preview, count, action }: EffectProps) {
  if (count === 0) return <p class="preview warning">Tick what to save.</p>;
  if (preview === null) return <div class="preview" />;
  const { left, unheard, file } = preview;
  return (
    <div class="preview" aria-live="polite">
      {action === 'allow' && left > 0 && (
        <p class="warning">
          The whole call runs now; {plural(left, 'other part')} of it will be asked about again next time.
        </p>
      )}
      {unheard !== null && (
        <p class="warning">
          <Prose text={unheard} />
        </p>
      )}
      <p class="faint">
        {file === null ? (
          'The agent keeps it until its session ends; no file is written'
        ) : (
          <>
            Will be saved to <code>{file}</code>
          </>
        )}
      </p>
    </div>
  );
}
