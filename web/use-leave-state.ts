import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

/**
 * What is under way while the page is left for another site. Browsers keep a page as it was left: when their Back brings
 * it back, it comes to rest, and is read again.
 * @param rest the state in which nothing is under way
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
