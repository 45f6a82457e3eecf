import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { post } from '../api.ts';
import { Pieces } from '../pieces.tsx';
import { Prose } from '../prose.tsx';
import type { TriedCall } from '../types.ts';

const TOOLS = ['Bash', 'Read', 'Write', 'Edit', 'WebFetch', 'Grep', 'Glob'];

export type TryPanelProps = {
  readonly workspace: string;
  readonly onTried: (tried: TriedCall | null) => void;
};

/** A call is judged but not run; the rules it meets are highlighted. */
export function TryPanel({ workspace, onTried }: TryPanelProps): JSX.Element {
  const [tool, setTool] = useState('Bash');
  const [input, setInput] = useState('');
  const [tried, setTried] = useState<TriedCall | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    const reply = await post<TriedCall>('/api/page/try', { workspace, tool, input });
    const found = reply.kind === 'ok' ? reply.body : null;
    setTried(found);
    onTried(found);
    setProblem(reply.kind === 'problem' ? reply.error : null);
  };
  return (
    <section class="block try">
      <h2>Try a call</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <input
          class="text tool-name"
          aria-label="Tool"
          list="tools"
          value={tool}
          onInput={({ currentTarget }) => setTool(currentTarget.value)}
        />
        <datalist id="tools">
          {TOOLS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <input
          class="text mono grow"
          aria-label="Input"
          placeholder="git push --force, a path, a url, or JSON"
          spellcheck={false}
          value={input}
          onInput={({ currentTarget }) => setInput(currentTarget.value)}
        />
        <button type="submit" class="button plain">
          Judge
        </button>
      </form>
      {problem !== null && <p class="problem">{problem}</p>}
      {tried !== null && (
        <div class="tried" role="status">
          <p>
            <span class={`action ${tried.action}`}>{tried.action}</span> <Prose text={tried.because} />
          </p>
          {tried.parts.length > 1 && (
            <ul class="rows">
              {tried.parts.map(({ text, action, because }, index) => (
                <li key={index}>
                  <span class={`action ${action ?? 'none'}`}>{action ?? 'free'}</span>
                  <code>{text === null ? 'the call' : <Pieces pieces={text} />}</code>
                  <span class="faint grow">
                    <Prose text={because} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
