import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get } from './api.ts';
import type { StreamState } from './changes.ts';
import { EnterToken } from './enter-token.tsx';
import { Filter, FilterBar, type FleetFilter } from './fleet-filter.tsx';
import { InboxView } from './inbox/inbox-view.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import { currentKey, onNewKey } from './key.ts';
import { KeyHelp } from './key-help.tsx';
import { plainKey } from './keys.ts';
import { IS_HUB } from './server.ts';
import { FleetView } from './views/fleet-view.tsx';
import { PolicyView } from './views/policy-view.tsx';
import { SessionsView } from './views/sessions-view.tsx';
import { SuggestionsView } from './views/suggestions-view.tsx';
import { TodayView } from './views/today-view.tsx';
import { type Person, type ViewName, type View as ViewOfServer, Views, viewsOf } from './views.ts';

/** `#/sessions/ID` */
type Route = { readonly view: ViewName; readonly rest: string };

export function App(): JSX.Element {
  const person = usePerson();
  const views = viewsOf(person);
  const route = useRoute(views);
  const [hasKey, setHasKey] = useState(currentKey() !== null);
  const [isHelpOpen, setHelp] = useState(false);
  const [filter, setFilter] = useState<FleetFilter>({});
  const inbox = useInbox(filter);
  useEffect(() => onNewKey(() => setHasKey(true)), []);
  const open = inbox.entries.filter(({ ended }) => ended === null).length + inbox.more;

  useEffect(() => {
    document.title = open === 0 ? 'caliban' : `(${open}) caliban`;
  }, [open]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = plainKey(event);
      const view = views[Number(key) - 1];
      if (view !== undefined) location.hash = `/${view[0]}`;
      else if (key === '?') setHelp((isOpen) => !isOpen);
      else if (event.key === 'Escape') setHelp(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [views]);

  const isLocked = !hasKey || (inbox.stream === 'no-key' && !inbox.isLoaded);
  return (
    <div class="shell">
      <header class="bar">
        <a class="brand" href="#/inbox">
          <img src="/icon.svg" alt="" width="24" height="24" />
          caliban
        </a>
        <nav aria-label="Views">
          {views.map(([view, title], index) => (
            <a key={view} href={`#/${view}`} aria-current={route.view === view ? 'page' : undefined}>
              <span class="nav-title">{title}</span>
              {view === 'inbox' && open > 0 ? (
                <span class="badge" title="open questions">
                  {open}
                </span>
              ) : (
                <kbd>{index + 1}</kbd>
              )}
            </a>
          ))}
        </nav>
        <div class="bar-foot">
          <Connection state={inbox.stream} />
          <button type="button" class="quiet" onClick={() => setHelp(true)}>
            Keys <kbd>?</kbd>
          </button>
        </div>
      </header>
      <main class={`view view-${route.view}`}>
        {isLocked ? (
          <NoKey />
        ) : person?.role === 'agent' ? (
          <TokenOfAgent />
        ) : (
          <Views.Provider value={views}>
            <Filter.Provider value={filter}>
              {IS_HUB && <FilterBar filter={filter} onChange={setFilter} />}
              <View route={route} inbox={inbox} />
            </Filter.Provider>
          </Views.Provider>
        )}
      </main>
      {isHelpOpen && <KeyHelp close={() => setHelp(false)} />}
      {!isLocked && <Banner state={inbox.stream} />}
    </div>
  );
}

function View({
  route: { view, rest },
  inbox,
}: {
  readonly route: Route;
  readonly inbox: ReturnType<typeof useInbox>;
}) {
  switch (view) {
    case 'inbox':
      return <InboxView inbox={inbox} wanted={rest} />;
    case 'today':
      return <TodayView />;
    case 'suggestions':
      return <SuggestionsView />;
    case 'sessions':
      return <SessionsView id={rest} />;
    case 'policy':
      return <PolicyView />;
    case 'fleet':
      return <FleetView />;
  }
}

function Connection({ state }: { readonly state: StreamState }) {
  return (
    <span class={`connection ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {state === 'live' ? 'connected' : state === 'connecting' ? 'connecting…' : 'not connected'}
    </span>
  );
}

/** Fixed above the page, so that nothing moves when the connection is lost. */
function Banner({ state }: { readonly state: StreamState }) {
  if (state === 'live' || state === 'connecting') return null;
  return (
    <div class="banner" role="alert">
      {state === 'lost' ? (
        <>
          <strong>{IS_HUB ? 'The hub' : 'The server'} doesn’t answer.</strong> Trying again.{' '}
          {!IS_HUB && (
            <>
              If it was stopped, <code>caliban ui</code> starts it and opens the page again; open questions are kept.
            </>
          )}
        </>
      ) : IS_HUB ? (
        <strong>Your token isn’t valid any more.</strong>
      ) : (
        <>
          <strong>The server was started again.</strong> Run <code>caliban ui</code> for its new key; open questions are
          kept.
        </>
      )}
    </div>
  );
}

function NoKey() {
  if (IS_HUB) return <EnterToken />;
  return (
    <div class="empty">
      <h1>This page needs its key</h1>
      <p>Every start of the server makes a new one. Run this in a terminal; it opens the page with the key:</p>
      <pre class="call">caliban ui</pre>
      <p class="faint">If the page is open in another tab, that tab hands its key over by itself.</p>
    </div>
  );
}

function TokenOfAgent() {
  return (
    <div class="empty">
      <h1>This is the token of an agent</h1>
      <p>The page is for approvers and admins. Close this tab and open the page with a token of your own.</p>
    </div>
  );
}

/** On a hub: whose token this is. */
function usePerson(): Person | null {
  const [person, setPerson] = useState<Person | null>(null);
  useEffect(() => {
    const ask = async () => {
      if (!IS_HUB || currentKey() === null) return;
      const reply = await get<Person>('/api/whoami');
      if (reply.kind === 'ok') setPerson(reply.body);
      else if (reply.kind === 'unreachable') setTimeout(() => void ask(), 1_000);
    };
    void ask();
    return onNewKey(() => void ask());
  }, []);
  return person;
}

function useRoute(views: readonly ViewOfServer[]): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return routeOf(hash, views);
}

function routeOf(hash: string, views: readonly ViewOfServer[]): Route {
  const [, name = '', rest = ''] = /^#\/([a-z]+)(?:\/(.*))?$/.exec(hash) ?? [];
  const view = views.find(([each]) => each === name)?.[0] ?? 'inbox';
  return { view, rest: safelyDecoded(rest) };
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
