import { lazy, Suspense, useEffect, useState } from 'react';
import { readToasts, subscribeToasts } from '../ui/toast-store.ts';

const AfterFirstPress = lazy(() => import('./after-first-press.tsx'));
const PRESSES = ['pointerdown', 'keydown', 'click'] as const;

/** Toasts and the like, loaded with the first press: they're there when needed and cost no first load. */
export function LateParts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    if (readToasts().length > 0) want();
    for (const press of PRESSES) document.addEventListener(press, want, { once: true });
    const unsubscribe = subscribeToasts(want);
    return () => {
      unsubscribe();
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
