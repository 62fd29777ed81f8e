import { useEffect, useState } from 'react';
import type { Draft } from './request-fields.tsx';

const NAME = 'draft:assembly-request';
type TypedDraft = Partial<Draft>;

/** Comes to whoever types: most visitors only read the page, whose weight is at its limit. */
const loadDrafts = () => import('../../../web/drafts.ts');

function hasDraft(): boolean {
  try {
    return NAME in sessionStorage;
  } catch {
    return false;
  }
}

/** What somebody has typed into the request; it survives a reload and a detour through sign-in, as `useDraft` says. */
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
      const kept = readDraft<TypedDraft>(NAME, {});
      setTyped((now) => ({ ...kept, ...now }));
      end = onDraftsForgotten(NAME, () => setTyped({}));
    };
    // Without it the form is empty.
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
