import type { TuiAskHandler } from '../ask/tui-ask-handler.ts';
import type { KeyHandler, KeyHub } from '../input/key-hub.ts';
import type { Session } from './session.ts';

/** The lowest layer and the global keys; installed before the first frame, so that no key is lost. */
export function connectKeys(hub: KeyHub, session: Session, askHandler: TuiAskHandler): void {
  hub.setGlobal(globalKeys(session, { hasQuestion: () => askHandler.isWaiting }));
  hub.push(sessionKeys(session));
}

/** Keys that work everywhere. A change of mode doesn't answer an open question. */
function globalKeys(session: Session, { hasQuestion }: { readonly hasQuestion: () => boolean }): KeyHandler {
  const isSecond = withinMs(QUIT_MS, session.clock);
  return (press) => {
    if (press.kind === 'paste') return false;
    const { key, ctrl, alt, shift } = press;
    if (alt) return false;
    if (key === 'tab' && shift && !ctrl) {
      session.cycleMode();
      return true;
    }
    if (key === 'b' && ctrl && shift) {
      session.dropLatch();
      return true;
    }
    if (key === 'c' && ctrl && !shift) {
      if (isSecond()) {
        session.quit();
        return true;
      }
      if (hasQuestion()) session.interrupt();
      else session.prompt.clear();
      session.toasts.show('press ctrl+c again to quit');
      return true;
    }
    return false;
  };
}

/** Keys of the session itself, while nothing covers it. */
function sessionKeys(session: Session): KeyHandler {
  const isSecondEscape = withinMs(ESCAPE_MS, session.clock);
  return (press) => {
    const known = session.prompt.press(press) || sessionKey(press);
    if (known) session.watchers.tellNow();
    return known;
  };

  function sessionKey(press: Parameters<KeyHandler>[0]): boolean {
    if (press.kind === 'paste') return false;
    switch (`${press.ctrl ? 'ctrl+' : ''}${press.key}`) {
      case 'escape':
        if (session.runner.isRunning) session.interrupt();
        else if (isSecondEscape()) session.prompt.clear();
        else if (!session.prompt.isEmpty) session.toasts.show('press esc again to empty the prompt');
        return true;
      case 'ctrl+d':
        if (session.prompt.isEmpty) session.quit();
        return true;
      case 'ctrl+o':
        session.scroll.nextDetail();
        return true;
      case 'pageup':
        session.scroll.page('up');
        return true;
      case 'pagedown':
        session.scroll.page('down');
        return true;
    }
    return false;
  }
}

const QUIT_MS = 1000;
const ESCAPE_MS = 1000;

/** True for the second of two calls within this time. */
function withinMs(ms: number, clock: () => number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    const isSecond = now - last <= ms;
    last = isSecond ? Number.NEGATIVE_INFINITY : now;
    return isSecond;
  };
}
