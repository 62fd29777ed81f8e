import type { CSSProperties } from 'react';

/** Upper bound for the average letter width of the headline font, relative to the font size. */
const LETTER_WIDTH = 0.8;

/**
 * Returns a font size at which a player's name fits on one line of a card, next to a badge. The card must be a
 * `@container`.
 */
export const getCardNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(0.75rem, calc((100cqi - 1.75rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1rem)`,
});

/** Returns a font size at which a name as the page's heading fits next to the picture on phones. */
export const getHeadlineNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(1.125rem, calc((100vw - 8.5rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1em)`,
});
