import type { KeyboardEvent } from 'react';

const EDGE_PX = 8;
const MIRRORED_KEYS: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';

/**
 * Returns the pressed key as if the page were read from left to right, so that the right arrow always means forward.
 */
export const toReadingKey = ({ key, currentTarget }: KeyboardEvent): string =>
  (isRightToLeft(currentTarget) && MIRRORED_KEYS[key]) || key;

/** Returns the distance in pixels from the end of an element to the edge of the page, for a popover aligned with it. */
export function measureEndDistance(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  const distance = isRightToLeft(element) ? left : document.documentElement.clientWidth - right;
  return Math.max(EDGE_PX, distance);
}

/** Returns the distance in pixels from the edge of the page to the start of an element. */
export function measureStartDistance(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return Math.max(EDGE_PX, isRightToLeft(element) ? document.documentElement.clientWidth - right : left);
}
