import { lazy, Suspense, useEffect, useState } from 'react';
import { subscribeTopModal } from '../ui/modal.ts';
import { readToasts, subscribeToasts } from '../ui/toast-store.ts';

const AfterFirstPress = lazy(() => import('./after-first-press.tsx'));
const PRESSES = ['pointerdown', 'keydown', 'click'] as const;

/** Toasts and the like, loaded with the first press: they're there when needed and cost no first load. */
export function LateParts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    // A page that was reloaded with a dialog open still has the dialog's history entry.
    if (readToasts().length > 0 || history.state?.dialog) want();
    for (const press of PRESSES) document.addEventListener(press, want, { once: true });
    const unsubscribe = [subscribeToasts(want), subscribeTopModal(want)];
    return () => {
      for (const stop of unsubscribe) stop();
      for (const press of PRESSES) document.removeEventListener(press, want);
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <AfterFirstPress />
    </Suspense>
  );
}
