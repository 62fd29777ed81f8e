import { useEffect, useState } from 'react';

/** A form's values that survive a reload and a detour through sign-in, for as long as the tab is open. */
export function useDraft<T extends object>(key: string, empty: T) {
  const [values, setValues] = useState<T>(() => read(key, empty));
  useEffect(() => {
    try {
      if (values === empty) window.sessionStorage.removeItem(key);
      else window.sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // Storage that is full or switched off: the form works without a memory.
    }
  }, [key, values, empty]);
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
