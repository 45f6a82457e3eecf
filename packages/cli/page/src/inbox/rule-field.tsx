import type { JSX, RefObject } from 'preact';
import { grouped, plural } from '../format.ts';
import { Pieces } from '../pieces.tsx';
import { Prose } from '../prose.tsx';
import type { OfferedPart, PageAction, RulePreview } from '../types.ts';

/** A rule while it is being written. */
export type WrittenRule = { readonly offered: OfferedPart; readonly pattern: string; readonly isTicked: boolean };

export type RuleFieldProps = {
  readonly rule: WrittenRule;
  readonly action: PageAction;
  /** Among several, it can be left out. */
  readonly isOneOfSeveral: boolean;
  /** Null: not known yet. */
  readonly preview: RulePreview | null;
  readonly tick: (isTicked: boolean) => void;
  readonly write: (pattern: string) => void;
  readonly field?: RefObject<HTMLInputElement | null>;
};

/** One rule: what it is for, patterns to choose from, the pattern, and what else it would have matched. */
export function RuleField(props: RuleFieldProps): JSX.Element {
  const { rule, action, isOneOfSeveral } = props;
  const verb = action === 'allow' ? 'Always allow' : 'Always reject';
  if (!isOneOfSeveral)
    return (
      <fieldset class="rule">
        <legend>{verb} what matches</legend>
        <Patterns {...props} />
      </fieldset>
    );
  return (
    <fieldset class={`rule part${rule.isTicked ? ' ticked' : ''}`} aria-label={partName(rule)}>
      <label class="tick">
        <input
          type="checkbox"
          checked={rule.isTicked}
          onChange={({ currentTarget }) => props.tick(currentTarget.checked)}
        />
        {rule.offered.isLine ? (
          <span>{verb} exactly this line, and nothing else</span>
        ) : (
          <code>
            <Pieces pieces={rule.offered.text} />
          </code>
        )}
      </label>
      {rule.isTicked && <Patterns {...props} />}
    </fieldset>
  );
}

function partName({ offered: { isLine, text } }: WrittenRule): string {
  return isLine ? 'This exact line' : `Rule for ${text.map((piece) => piece.text).join('')}`;
}

function Patterns({ rule: { offered, pattern }, preview, write, field }: RuleFieldProps) {
  return (
    <div class="patterns">
      {offered.patterns.length > 1 &&
        offered.patterns.map((each) => (
          <label key={each.pattern}>
            <input
              type="radio"
              name={`pattern ${offered.part} ${offered.isLine}`}
              checked={each.pattern === pattern}
              onChange={() => write(each.pattern)}
            />
            <span>
              <code>{each.pattern}</code>{' '}
              <span class="faint">
                <Prose text={each.explanation} />
              </span>
            </span>
          </label>
        ))}
      <input
        ref={field ?? null}
        class="text mono"
        aria-label="Pattern"
        spellcheck={false}
        autocomplete="off"
        value={pattern}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <Matches preview={preview} />
    </div>
  );
}

function Matches({ preview }: { readonly preview: RulePreview | null }) {
  if (preview === null) return <p class="matches faint">Looking what else it would match…</p>;
  const { problem, recent } = preview;
  if (problem !== null)
    return (
      <p class="matches problem">
        <Prose text={problem} />
      </p>
    );
  const also =
    recent === null || recent.of === 0
      ? ''
      : ` · would also have matched ${grouped(recent.matches)} of your last ${plural(recent.of, 'call')}`;
  if (recent === null || recent.samples.length === 0) return <p class="matches good">Matches this call: yes{also}</p>;
  return (
    <details class="matches">
      <summary class="good">Matches this call: yes{also}</summary>
      <ul class="samples">
        {recent.samples.map((sample) => (
          <li key={sample}>
            <code>{sample}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
