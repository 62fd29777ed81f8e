import type { CSSProperties } from 'react';

/** Letters from which on a name is set smaller, so that it stays in one piece. */
const LONG_NAME = 14;
/** What a letter of the headline font takes of its size, at most on average. */
const LETTER = 0.8;

/** The size of a player's name on a card, as a class. */
export const nameOnCard = (name: string): string => (name.length > LONG_NAME ? 'text-xs' : 'text-base');

/** The size of a name as the headline of a page: on a phone so that it fits beside the picture. */
export const nameAsHeadline = (name: string): CSSProperties => ({
  fontSize: `clamp(1.125rem, calc((100vw - 8.5rem) / ${(name.length * LETTER).toFixed(1)}), 1em)`,
});
