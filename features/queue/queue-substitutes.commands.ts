import type { Db } from '../../db/database.ts';
import { limitToSession } from '../../matcher/explain-facts.ts';
import { explain } from '../../matcher/run.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { subtractMs, toIso, toUtcMonday } from '../../time/instants.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from '../matches/pool.rules.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import type { RankedSubstitute } from '../matches/substitute-ranking.commands.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { listMissingGamertags } from '../profiles/player-views.queries.ts';
import type { QueuedPlayersPort } from '../squads/substitutes/queued-players.commands.ts';
import { findQueueOffer } from '../squads/substitutes/substitutes.queries.ts';
import { removeGroup } from './queue.commands.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import { ON_PAGE_MS } from './queue.rules.ts';
import type { QueueState } from './queue.schema.ts';
import { toWaitRow } from './queue-checks.commands.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { rankSubstitutes } from './queue-groups.rules.ts';
import { getQueuePool } from './queue-limits.rules.ts';
import * as waits from './queue-waits.queries.ts';

/** Players considered for a spot, longest wait first. Only a few of them are asked. */
const MAX_CONSIDERED = 200;

/** Ranks players who wait alone, on an open page, with their gamertag, and fit a spot in a session being played. */
export const rankQueuedPlayers: QueuedPlayersPort['rank'] = async (
  deps,
  { memberIds, seat, exceptIds },
  limit,
): Promise<RankedSubstitute[]> => {
  const now = await getQueueNow(deps);
  const { rules } = await getActiveRules(deps.db);
  const memberRows = await listPoolRows(deps.db, [...memberIds], now);
  // Without everyone's profile, we can't tell who fits.
  if (memberRows.length === 0 || memberRows.length < memberIds.length) return [];
  const pools = [...new Set(memberRows.map(({ region }) => getQueuePool(region, rules)))];
  const seenSince = subtractMs(now, ON_PAGE_MS);
  const waiting = await tickets.listSoloTickets(deps.db, { pools, seenSince, exceptIds, limit: MAX_CONSIDERED });
  const ids = waiting.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  const missingGamertags = await listMissingGamertags(deps.db, ids);
  const rows = new Map((await listPoolRows(deps.db, ids, now)).map((row) => [row.id, row]));
  const constraints = toPlayerConstraints(await listBlocksAmong(deps.db, [...memberIds, ...ids]), []);
  const playing = memberRows.map((row) => toPoolPlayer(row, constraints));
  const candidates = waiting.flatMap((ticket) => {
    const row = missingGamertags.has(ticket.userId) ? undefined : rows.get(ticket.userId);
    return row ? [{ ...ticket, player: toPoolPlayer(row, constraints) }] : [];
  });
  const byId = new Map([...playing, ...candidates.map(({ player }) => player)].map((one) => [one.id, one]));
  return rankSubstitutes({ playing, candidates, seat }, rules, now)
    .slice(0, limit)
    .map(({ userId, squad }) => {
      // An incomplete lineup has no score yet.
      if (squad.members.length < rules.seats.length) return { id: userId, score: null, facts: null };
      const group = squad.members.map((id) => byId.get(id)!);
      return { id: userId, score: squad.score, facts: limitToSession(explain(squad, group, rules, toUtcMonday(now))) };
    });
};

/** Takes a player who joins a session out of the queue. Anyone who waits with them leaves, too. */
export const leaveQueueForSession: QueuedPlayersPort['leave'] = async (tx: Db, deps: Deps, userId: string) => {
  const group = await tickets.lockGroupOf(tx, userId);
  const ownTicket = group.find((ticket) => ticket.userId === userId);
  if (!ownTicket) return;
  if (ownTicket.state !== 'waiting') throw new Refusal('conflict', messages.answerCheckFirst);
  const now = await getQueueNow(deps, tx);
  if (group.length > 1)
    return removeGroup(tx, group, { ended: 'out', own: userId, sentence: messages.leftToSubIn }, now);
  await waits.insertWaits(tx, [toWaitRow(ownTicket, 'found', now)]);
  await tickets.deleteTickets(tx, [userId]);
};

/** Returns the spot in a session being played that a waiting player can take. */
export async function findOffer(deps: Deps, userId: string, now: Date): Promise<QueueState['offer']> {
  const offer = await findQueueOffer(deps.db, userId, now);
  if (!offer) return null;
  const { row, session, squad } = offer;
  return {
    session_id: session.id,
    version: row.version,
    squad_name: squad,
    position: row.seat,
    until: toIso(row.until),
  };
}
