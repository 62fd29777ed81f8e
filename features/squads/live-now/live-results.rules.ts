import type { GameStatus, LiveResult } from './live-now.schema.ts';

type Game = { result: LiveResult | null; status: GameStatus };

/** Counts how games ended. Void and disputed games don't count. */
export function countResults(games: readonly Game[]): Record<LiveResult, number> {
  const counts = { won: 0, lost: 0, tied: 0 };
  for (const { result, status } of games) {
    if (result && status !== 'void' && status !== 'disputed') counts[result] += 1;
  }
  return counts;
}
