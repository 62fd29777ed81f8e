import { useEffect, useState } from 'react';
import type { Draft } from './request-fields.tsx';

const NAME = 'draft:assembly-request';
type TypedDraft = Partial<Draft>;

/** Loaded lazily when the user starts typing, because most visitors only read the page. */
const loadDrafts = () => import('../../../web/drafts.ts');

function hasDraft(): boolean {
  try {
    return NAME in sessionStorage;
  } catch {
    return false;
  }
}

/**
 * Returns the text typed into the request. It survives a reload and a trip through sign-in, as described at `useDraft`.
 */
export function useRequestDraft() {
  const [typedDraft, setTypedDraft] = useState<TypedDraft>({});
  const [keeps, setKeeps] = useState(false);

  useEffect(() => {
    if (!keeps) return setKeeps(hasDraft());
    let unsubscribe = () => {};
    let isMounted = true;
    const restore = async () => {
      const { onDraftsForgotten, readDraft } = await loadDrafts();
      if (!isMounted) return;
      const savedDraft = readDraft<TypedDraft>(NAME, {});
      setTypedDraft((now) => ({ ...savedDraft, ...now }));
      unsubscribe = onDraftsForgotten(NAME, () => setTypedDraft({}));
    };
    // If this fails, the form stays empty.
    restore().catch(() => {});
    return () => {
      isMounted = false;
      unsubscribe();
    };
  }, [keeps]);

  const saveDraft = (next: TypedDraft) => {
    setTypedDraft(next);
    setKeeps(true);
    loadDrafts().then(
      ({ writeDraft }) => writeDraft<TypedDraft>(NAME, next, {}),
      () => {},
    );
  };
  return [typedDraft, saveDraft] as const;
}
