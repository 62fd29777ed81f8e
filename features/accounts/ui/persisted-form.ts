import { useEffect, useState } from 'react';

const NAME = 'planet-crew-sign-in-form';

/**
 * Returns sign-in form state that survives a reload in this tab, because people often switch away to get the code from
 * the email. Never stores a password.
 */
export function usePersistedForm<T extends object>(initial: T): [T, (change: Partial<T>) => void] {
  const [form, setForm] = useState(initial);

  useEffect(() => {
    try {
      const savedForm = window.sessionStorage.getItem(NAME);
      if (savedForm) setForm((present) => ({ ...present, ...(JSON.parse(savedForm) as Partial<T>) }));
    } catch {
      // Without storage, the form works but isn't restored.
    }
  }, []);

  const change = (next: Partial<T>) => {
    const mergedForm = { ...form, ...next };
    setForm(mergedForm);
    try {
      window.sessionStorage.setItem(NAME, JSON.stringify(mergedForm));
    } catch {
      // Without storage, the change isn't saved.
    }
  };
  return [form, change];
}

/** Clears the saved form. After sign-in there's nothing left to resume. */
export function clearPersistedForm(): void {
  try {
    window.sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, nothing was saved.
  }
}
