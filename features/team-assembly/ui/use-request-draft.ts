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
  const [typed, setTyped] = useState<TypedDraft>({});
  const [keeps, setKeeps] = useState(false);

  useEffect(() => {
    if (!keeps) return setKeeps(hasDraft());
    let end = () => {};
    let here = true;
    const restore = async () => {
      const { onDraftsForgotten, readDraft } = await loadDrafts();
      if (!here) return;
      const savedDraft = readDraft<TypedDraft>(NAME, {});
      setTyped((now) => ({ ...savedDraft, ...now }));
      end = onDraftsForgotten(NAME, () => setTyped({}));
    };
    // If this fails, the form stays empty.
    restore().catch(() => {});
    return () => {
      here = false;
      end();
    };
  }, [keeps]);

  const keep = (next: TypedDraft) => {
    setTyped(next);
    setKeeps(true);
    loadDrafts().then(
      ({ writeDraft }) => writeDraft<TypedDraft>(NAME, next, {}),
      () => {},
    );
  };
  return [typed, keep] as const;
}
