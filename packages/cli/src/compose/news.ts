/** Messages that come at any time: collected until somebody listens, then handed on at once. */
export type News = {
  readonly tell: (message: string) => void;
  readonly soFar: () => readonly string[];
  readonly listen: (listener: (message: string) => void) => void;
};

export function createNews(first: readonly string[] = []): News {
  const collected = [...first];
  const listeners: ((message: string) => void)[] = [];
  return {
    tell(message) {
      if (listeners.length === 0) collected.push(message);
      for (const listener of listeners) listener(message);
    },
    soFar: () => [...collected],
    listen: (listener) => void listeners.push(listener),
  };
}
