import type { CSSProperties } from 'react';

/** What a letter of the headline font takes of its size, at most on average. */
const LETTER_WIDTH = 0.8;

/** The size of a player's name on a card, so that it stays in one piece beside a mark; what it stands in is `@container`. */
export const cardNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(0.75rem, calc((100cqi - 1.75rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1rem)`,
});

/** The size of a name as the headline of a page: on a phone so that it fits beside the picture. */
export const headlineNameStyle = (name: string): CSSProperties => ({
  fontSize: `clamp(1.125rem, calc((100vw - 8.5rem) / ${(name.length * LETTER_WIDTH).toFixed(1)}), 1em)`,
});
