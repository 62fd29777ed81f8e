import { useEffect, useState } from 'react';

/**
 * What somebody types, which survives a reload, another page and a detour through sign-in for as long as the tab is open.
 * @param key names what it belongs to; another key is another draft
 * @param empty what stands there first, the same object at every call
 */
export function useDraft<T extends object>(key: string, empty: T) {
  const [kept, setKept] = useState(() => ({ key, values: read(key, empty) }));
  const own = kept.key === key ? kept : { key, values: read(key, empty) };
  if (own !== kept) setKept(own);
  const { values } = own;
  useEffect(() => {
    try {
      if (JSON.stringify(values) === JSON.stringify(empty)) window.sessionStorage.removeItem(key);
      else window.sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // Storage that is full or switched off: the form works without a memory.
    }
  }, [key, values, empty]);
  const setValues = (change: T | ((before: T) => T)) =>
    setKept((before) => ({ ...before, values: typeof change === 'function' ? change(before.values) : change }));
  return [values, setValues] as const;
}

function read<T extends object>(key: string, empty: T): T {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Partial<T> | null;
    return stored ? { ...empty, ...stored } : empty;
  } catch {
    return empty;
  }
}
