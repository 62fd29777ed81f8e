import { lazy, Suspense, useEffect, useState } from 'react';
import { subscribeTopModal } from '../ui/modal-stack.ts';
import { readToasts, subscribeToasts } from '../ui/toast-store.ts';

const AfterFirstPress = lazy(() => import('./after-first-press.tsx'));
const PRESS_EVENTS = ['pointerdown', 'keydown', 'click'] as const;

/** Toasts and similar parts, loaded on the first interaction to keep them out of the initial load. */
export function DeferredParts() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const loadNow = () => setIsNeeded(true);
    // A page that was reloaded with a dialog open still has the dialog's history entry, so load the parts now.
    if (readToasts().length > 0 || history.state?.dialog) loadNow();
    for (const press of PRESS_EVENTS) document.addEventListener(press, loadNow, { once: true });
    const unsubscribe = [subscribeToasts(loadNow), subscribeTopModal(loadNow)];
    return () => {
      for (const stop of unsubscribe) stop();
      for (const press of PRESS_EVENTS) document.removeEventListener(press, loadNow);
    };
  }, []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <AfterFirstPress />
    </Suspense>
  );
}
