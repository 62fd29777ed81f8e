import type { Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { withEarlierClock } from '../../profiles/player-seeding/earlier-clock.factory.ts';
import { listConfirmedSessions } from '../../squads/live-now/live-now.queries.ts';
import type { SessionRow } from '../../squads/sessions/squad-sessions.queries.ts';
import type { SquadRow } from '../../squads/squads.queries.ts';
import { listSeededSquads } from '../../squads/week-seeding.factory.ts';
import { confirmGame } from './game-answers.commands.ts';
import { listEligibleOfSession } from './game-facts.commands.ts';
import { reportGame } from './game-reports.commands.ts';
import { listGamesOfSession } from './games.queries.ts';
import { GameReport } from './games.schema.ts';

/** Scores of one evening, by the size of the squad. */
const SCORES: Record<number, { own: number; other: number }[]> = {
  2: [
    { own: 21, other: 17 },
    { own: 19, other: 21 },
    { own: 22, other: 20 },
  ],
  5: [
    { own: 64, other: 58 },
    { own: 55, other: 61 },
    { own: 70, other: 66 },
  ],
};
const GAME_MS = 25 * MINUTE_MS;

/** Seeds the games that squads of the past week played. Skips sessions that have games already. */
export async function seedGames(
  deps: Deps,
  community: { players: number; seed: number },
  signal: AbortSignal,
): Promise<void> {
  for (const [index, squad] of (await listSeededSquads(deps, community)).entries()) {
    const period = { startedBy: deps.now(), endedAfter: squad.createdAt };
    for (const session of await listConfirmedSessions(deps.db, squad.id, period)) {
      if (signal.aborted) return;
      if (session.endsAt > deps.now() || (await listGamesOfSession(deps.db, session.id)).length > 0) continue;
      await playGames(deps, squad, { session, index });
    }
  }
}

/** Each game is reported by one player and confirmed by another, right after it ended. */
async function playGames(
  deps: Deps,
  { size }: SquadRow,
  { session, index }: { session: SessionRow; index: number },
): Promise<void> {
  const [first, second, ...others] = (await listEligibleOfSession(deps.db, session)).playedIds.slice(0, size);
  const scores = SCORES[size];
  if (!first || !second || !scores) return;
  const players = [first, second, ...others].map((user_id) => ({ user_id }));
  for (const [place, score] of scores.entries()) {
    const endedAt = addMs(session.startsAt, (place + 1) * GAME_MS);
    const then = withEarlierClock(deps, deps.now().getTime() - endedAt.getTime());
    const report = GameReport.parse({
      number: place + 1,
      mode: size === 5 ? 'Pro-Am 5v5' : 'Park/City',
      // Every other squad has the opposite evening.
      score: index % 2 === 0 ? score : { own: score.other, other: score.own },
      lineup: { players },
    });
    const id = await reportGame(then, { userId: first }, session.id, report);
    await confirmGame(then, { userId: second }, id, { version: 1, lineup: null });
  }
}
