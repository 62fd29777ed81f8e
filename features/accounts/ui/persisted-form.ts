import { useEffect, useState } from 'react';

const NAME = 'planet-crew-sign-in-form';

/**
 * State of the sign-in form that survives a reload in this tab, because the code from the mail is often fetched in
 * between. A password is never kept.
 */
export function usePersistedForm<T extends object>(initial: T): [T, (change: Partial<T>) => void] {
  const [form, setForm] = useState(initial);

  useEffect(() => {
    try {
      const kept = window.sessionStorage.getItem(NAME);
      if (kept) setForm((present) => ({ ...present, ...(JSON.parse(kept) as Partial<T>) }));
    } catch {
      // Without storage the form works all the same, it only forgets.
    }
  }, []);

  const change = (next: Partial<T>) => {
    const merged = { ...form, ...next };
    setForm(merged);
    try {
      window.sessionStorage.setItem(NAME, JSON.stringify(merged));
    } catch {
      // As above.
    }
  };
  return [form, change];
}

/** Once somebody is signed in there is nothing left to go on with. */
export function clearPersistedForm(): void {
  try {
    window.sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept, then.
  }
}
