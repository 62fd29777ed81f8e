import type { CSSProperties } from 'react';

/** Upper bound for the average letter width of the headline font, relative to the font size. */
const LETTER_WIDTH = 0.8;

/**
 * Returns the font size of a player's name on a card, so that it stays on one line next to a mark; its container must
 * be `@container`.
 */
export const getCardNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(0.75rem, calc((100cqi - 1.75rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1rem)`,
});

/** Returns the font size of a name as a page headline, so that on phones it fits next to the picture. */
export const getHeadlineNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(1.125rem, calc((100vw - 8.5rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1em)`,
});
