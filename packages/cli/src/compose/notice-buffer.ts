/** Messages that may come at any time: buffered until there is a listener, then passed on at once. */
export type NoticeBuffer = {
  readonly publish: (message: string) => void;
  readonly pending: () => readonly string[];
  readonly listen: (listener: (message: string) => void) => void;
};

export function createNoticeBuffer(first: readonly string[] = []): NoticeBuffer {
  const pending = [...first];
  const listeners: ((message: string) => void)[] = [];
  return {
    publish(message) {
      if (listeners.length === 0) pending.push(message);
      for (const listener of listeners) listener(message);
    },
    pending: () => [...pending],
    listen: (listener) => void listeners.push(listener),
  };
}
