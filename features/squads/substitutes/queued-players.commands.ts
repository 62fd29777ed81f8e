import type { Db } from '../../../db/database.ts';
import { type Deps, port, resolvePort } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import type { RankedSubstitute } from '../../matches/substitute-ranking.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import type { Position } from '../../profiles/game.schema.ts';
import type { SessionRow } from '../sessions/squad-sessions.queries.ts';
import type { SquadRow } from '../squads.queries.ts';
import { createQueueOfferMessage } from './substitute-messages.wording.ts';
import { OFFER_JOB } from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';
import { QUEUE_OFFER_MS } from './substitutes.rules.ts';

/** A spot in a session that's being played. */
type LiveSpot = { memberIds: readonly string[]; seat: Position; exceptIds: readonly string[] };

/** Functions of the live queue that squads need. */
export type QueuedPlayersPort = {
  /** Ranks players who wait on an open page and fit a spot right now, best first. */
  rank: (deps: Deps, spot: LiveSpot, limit: number) => Promise<RankedSubstitute[]>;
  /**
   * Takes a player who joins a session out of the queue.
   * @throws Refusal conflict while they have a ready check to answer
   */
  leave: (tx: Db, deps: Deps, userId: string) => Promise<void>;
};

export const queuedPlayersPort = port<QueuedPlayersPort>('squads.queued-players');

/** Maximum number of players asked for the same spot at once. The first yes gets it. */
const MAX_ASKED = 3;

type OpenSpots = {
  session: SessionRow;
  seats: readonly (Position | null)[];
  playerIds: readonly string[];
  /** Number of spots to fill. */
  count: number;
};

/** A spot with the players to ask for it, best first. */
export type QueueCandidates = { seat: Position; ranked: RankedSubstitute[] };

/** Finds waiting players for each open spot. No one is asked for two spots. */
export async function findQueuedPlayers(
  deps: Deps,
  { seats, playerIds, count }: OpenSpots,
  exceptIds: readonly string[],
): Promise<QueueCandidates[]> {
  const { rank } = resolvePort(deps, queuedPlayersPort);
  const found: QueueCandidates[] = [];
  for (const seat of seats) {
    if (!seat || found.length === count) break;
    const takenIds = found.flatMap(({ ranked }) => ranked.map(({ id }) => id));
    const ranked = await rank(
      deps,
      { memberIds: playerIds, seat, exceptIds: [...exceptIds, ...takenIds] },
      // Some players may have become busy, so look at more players than we ask.
      MAX_ASKED * 2,
    );
    if (ranked.length > 0) found.push({ seat, ranked });
  }
  return found;
}

/**
 * Asks waiting players for the open spots of a locked squad's session. They stay in the queue until they accept.
 * @param candidates players who may be asked, by spot
 * @returns whether anyone was asked
 */
export async function askQueuedPlayers(
  tx: Db,
  deps: Deps,
  { squad, session, candidates }: { squad: SquadRow; session: SessionRow; candidates: readonly QueueCandidates[] },
): Promise<boolean> {
  const now = deps.now();
  const until = addMs(now, QUEUE_OFFER_MS);
  await queries.updateSearch(tx, session.id, { queueAskedAt: now });
  let asked = 0;
  for (const { seat, ranked } of candidates) {
    for (const { id: userId, score, facts } of ranked.slice(0, MAX_ASKED)) {
      const place = { sessionId: session.id, squadId: squad.id, userId, version: session.version, seat };
      const why = { score, facts, askedAt: now, until, source: 'queue' as const };
      const question = await queries.insertRequest(tx, { ...place, ...why, state: 'asked' });
      if (!question) continue;
      asked += 1;
      await enqueueNotification(tx, deps, {
        userId,
        write: (t) => createQueueOfferMessage(t, { squad, session }, question),
      });
    }
  }
  if (asked > 0) {
    const options = { tx, key: `${session.id}:queue`, startAfter: until };
    await deps.jobs.send(OFFER_JOB, { sessionId: session.id }, options);
  }
  return asked > 0;
}
