import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onDraftsForgotten, readDraft, SHARED_DRAFT_KEYS, writeDraft } from './drafts.ts';

const subscribeToNothing = () => () => {};

/**
 * Keeps the user's input across reloads, other pages and signing in, as long as the tab is open.
 * @param key identifies the subject; each key has its own draft
 * @param empty initial value, the same object on every call
 */
export function useDraft<T extends object>(key: string, empty: T) {
  // Server-rendered HTML has no drafts; they're read after hydration.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const start = { key, values: isHydrated ? readDraft(key, empty) : empty, known: isHydrated };
  const [storedDraft, setStoredDraft] = useState(start);
  const currentDraft = storedDraft.key === key && (storedDraft.known || !isHydrated) ? storedDraft : start;
  if (currentDraft !== storedDraft) setStoredDraft(currentDraft);
  const shownText = useRef(currentDraft);
  shownText.current = currentDraft;
  // Clears the shown text when the user signs out in another tab.
  useEffect(() => onDraftsForgotten(key, () => setStoredDraft({ key, values: empty, known: true })), [key, empty]);
  const setValues = (change: T | ((before: T) => T)) => {
    const isShown = shownText.current.key === key && shownText.current.known;
    const before = isShown ? shownText.current.values : readDraft(key, empty);
    const values = typeof change === 'function' ? change(before) : change;
    // Write immediately, because a form that's submitted and closed doesn't render again.
    writeDraft(key, values, empty);
    if (shownText.current.key !== key) return;
    shownText.current = { key, values, known: true };
    setStoredDraft(shownText.current);
  };
  return [currentDraft.values, setValues] as const;
}

const UNTOUCHED_DRAFT: { text?: string } = {};

/**
 * Keeps a draft of one text, with the interface of `useState`; an untouched draft equals the saved text.
 * @param about identifies the subject
 */
export function useDraftText(about: string, savedText = '') {
  const [draft, keep] = useDraft(SHARED_DRAFT_KEYS + about, UNTOUCHED_DRAFT);
  // Once the text has been saved, the draft follows the saved text again.
  useEffect(() => {
    if (draft.text === savedText) keep(UNTOUCHED_DRAFT);
  });
  return [draft.text ?? savedText, (text: string) => keep({ text })] as const;
}
