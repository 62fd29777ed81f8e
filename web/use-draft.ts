import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onDraftsForgotten, readDraft, SHARED_DRAFT_KEYS, writeDraft } from './drafts.ts';

const subscribeToNothing = () => () => {};

/**
 * What somebody types, which survives a reload, another page and a detour through sign-in for as long as the tab is open.
 * @param key names what it belongs to; another key is another draft
 * @param empty what stands there first, the same object at every call
 */
export function useDraft<T extends object>(key: string, empty: T) {
  // What the server has drawn knows no drafts: they come once the page is alive.
  const alive = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const start = { key, values: alive ? readDraft(key, empty) : empty, known: alive };
  const [kept, setKept] = useState(start);
  const own = kept.key === key && (kept.known || !alive) ? kept : start;
  if (own !== kept) setKept(own);
  const shown = useRef(own);
  shown.current = own;
  // Signed out in another tab: what stands here goes as well.
  useEffect(() => onDraftsForgotten(key, () => setKept({ key, values: empty, known: true })), [key, empty]);
  const setValues = (change: T | ((before: T) => T)) => {
    const isShown = shown.current.key === key && shown.current.known;
    const before = isShown ? shown.current.values : readDraft(key, empty);
    const values = typeof change === 'function' ? change(before) : change;
    // Kept at once: whoever sends it and closes the form draws it no more.
    writeDraft(key, values, empty);
    if (shown.current.key !== key) return;
    shown.current = { key, values, known: true };
    setKept(shown.current);
  };
  return [own.values, setValues] as const;
}

const UNTOUCHED_DRAFT: { text?: string } = {};

/**
 * The draft of one text, as `useState` has it: what nobody has touched is as it was saved.
 * @param about names what it belongs to
 */
export function useDraftText(about: string, saved = '') {
  const [draft, keep] = useDraft(SHARED_DRAFT_KEYS + about, UNTOUCHED_DRAFT);
  // Saved since: from now on it follows what is saved.
  useEffect(() => {
    if (draft.text === saved) keep(UNTOUCHED_DRAFT);
  });
  return [draft.text ?? saved, (text: string) => keep({ text })] as const;
}
