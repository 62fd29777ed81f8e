import type { LiveGame } from '../live-now/live-now.schema.ts';

/** Counts the games of a session that were won and lost. */
export const countResults = (games: readonly LiveGame[]) => ({
  won: games.filter(({ result }) => result === 'won').length,
  lost: games.filter(({ result }) => result === 'lost').length,
});
