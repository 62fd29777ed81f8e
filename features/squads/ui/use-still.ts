import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** A second tap this soon after the first was meant for what stood there. */
const AGAIN_MS = 400;

/**
 * Takes no second tap when what is pressed has moved since the first.
 * @param layout changes whenever things move
 * @returns for `onClickCapture` of what holds them
 */
export function useStill(layout: number) {
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);
  const known = useRef(layout);
  useLayoutEffect(() => {
    if (known.current !== layout) movedAt.current = performance.now();
    known.current = layout;
  }, [layout]);
  return (event: MouseEvent) => {
    const now = performance.now();
    const again = now - pressedAt.current < AGAIN_MS && movedAt.current > pressedAt.current;
    pressedAt.current = now;
    if (!again) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
