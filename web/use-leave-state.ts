import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

/**
 * Keeps the state of an action that leaves the page for another site. Browsers may restore the page as it was left;
 * when Back restores it, the state is reset and the page's data reloaded.
 * @param idleState the state before leaving
 */
export function useLeaveState<T>(idleState: T) {
  const [state, setState] = useState(idleState);
  const { revalidate } = useRevalidator();
  const latestState = useRef({ rest: idleState, revalidate });
  latestState.current = { rest: idleState, revalidate };
  useEffect(() => {
    const onPageRestored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setState(latestState.current.rest);
      void latestState.current.revalidate();
    };
    window.addEventListener('pageshow', onPageRestored);
    return () => window.removeEventListener('pageshow', onPageRestored);
  }, []);
  return [state, setState] as const;
}
