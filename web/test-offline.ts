import { vi } from 'vitest';

/** Creates a storage whose keys are its entries, as in a browser. @param isFull whether it refuses to store more */
export function createStorage(isFull: (names: readonly string[]) => boolean = () => false) {
  const items = new Map<string, string>();
  const methods = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull([...items.keys()])) throw new DOMException('Full', 'QuotaExceededError');
      items.set(name, value);
    },
    removeItem: (name: string) => void items.delete(name),
    /** For tests; browsers list an object's own keys. */
    keys: () => [...items.keys()],
  };
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

type Storage = ReturnType<typeof createStorage>;

/** Stores a session of a user, or none. */
export function signInAs(storage: Storage, id: string | undefined): void {
  if (id === undefined) storage.removeItem('planet-crew-auth');
  else storage.setItem('planet-crew-auth', JSON.stringify({ access_token: 't', user: { id } }));
}

/** Replaces the parts of a browser that offline code uses. */
export function stubBrowser(localStorage: Storage, { caches }: { caches?: object } = {}): EventTarget {
  const events = new EventTarget();
  const window = {
    localStorage,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    ...(caches ? { caches } : {}),
  };
  vi.stubGlobal('window', window);
  if (caches) vi.stubGlobal('caches', caches);
  return events;
}
