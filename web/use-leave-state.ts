import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Keeps the state of an action that leaves the page for another site. Browsers may restore the page as it was left;
 * when Back restores it, the state is reset and the page's data reloaded.
 * @param rest the idle state
 */
export function useLeaveState<T>(rest: T) {
  const [state, setState] = useState(rest);
  const { revalidate } = useRevalidator();
  const resting = useRef({ rest, revalidate });
  resting.current = { rest, revalidate };
  useEffect(() => {
    const onPageRestored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setState(resting.current.rest);
      void resting.current.revalidate();
    };
    window.addEventListener('pageshow', onPageRestored);
    return () => window.removeEventListener('pageshow', onPageRestored);
  }, []);
  return [state, setState] as const;
}
