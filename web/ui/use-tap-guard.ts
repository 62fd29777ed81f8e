import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Time after a tap or layout change during which a second tap was probably meant for the earlier layout. */
const AGAIN_MS = 400;
/** Minimum distance between taps that count as separate. */
const SAME_PLACE_PX = 40;

/**
 * Ignores a second tap in the same place if the layout has changed since the first.
 * @param layout changes whenever elements move
 * @returns the `onClickCapture` handler for their container
 */
export function useTapGuard(layout: string | number) {
  const movedAt = useRef(-Infinity);
  const lastTap = useRef({ at: -Infinity, x: 0, y: 0 });
  const knownLayout = useRef(layout);
  useLayoutEffect(() => {
    if (knownLayout.current !== layout) movedAt.current = performance.now();
    knownLayout.current = layout;
  }, [layout]);
  return (event: MouseEvent) => {
    const last = lastTap.current;
    const now = performance.now();
    lastTap.current = { at: now, x: event.clientX, y: event.clientY };
    const isAgain = Math.min(now - last.at, now - movedAt.current) < AGAIN_MS;
    const isHere = Math.hypot(event.clientX - last.x, event.clientY - last.y) < SAME_PLACE_PX;
    if (movedAt.current < last.at || !isAgain || !isHere) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
