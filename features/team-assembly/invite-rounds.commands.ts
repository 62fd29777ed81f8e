import { refundTerms } from '../../content/refund-terms.ts';
import { type Db, isUniqueViolation } from '../../db/database.ts';
import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import { formatList } from '../../messages/lists.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { getProposalWeek } from '../matches/pool.commands.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from '../matches/pool.rules.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { isAccessDenied } from '../moderation/access-policy.commands.ts';
import { addOrderNote } from '../payments/orders/orders.commands.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import * as messages from './team-assembly.messages.ts';
import {
  expireInvites,
  findLatestPlan,
  findTeam,
  insertPlan,
  listOpenTeams,
  listSeats,
  type SeatRow,
  type TeamRow,
} from './team-assembly.queries.ts';
import { getPosition, listMissingRoles, toSeatRequirements, toSeats } from './team-assembly.rules.ts';
import { listPlayersForSeat } from './team-candidates.queries.ts';
import { inviteToSeat } from './team-invites.commands.ts';
import { loadTeam } from './team-lifecycle.commands.ts';
import { findBestLineup, type Lineup, type LineupRequest, type Seat } from './team-lineups.rules.ts';

/**
 * Head start for the concierge to invite players manually. Invite rounds keep the players that the concierge invited.
 */
const HEAD_START_MS = 30 * MINUTE_MS;
/** Time an invited player has to answer before someone else is invited to the seat. */
const INVITE_TIMEOUT_MS = 4 * HOUR_MS;
/** Maximum candidates to consider per role. */
const CANDIDATE_POOL_SIZE = 250;

const isLive = (seat: SeatRow) => seat.accepted !== false;

/**
 * Returns every seat with its role: the role the buyer named, the role of the player who took it, or else one of the
 * missing roles.
 */
function listRoles(row: TeamRow, liveSeats: readonly SeatRow[]): Seat[] {
  const takenSeats = toSeats(row.desiredRoles).map(({ seat, role }) => ({
    seat,
    role: role ?? liveSeats.find((one) => one.seat === seat)?.role ?? null,
  }));
  const openRoles = listMissingRoles(takenSeats.flatMap(({ role }) => role ?? []));
  return takenSeats.map(({ seat, role }) => ({ seat, role: role ?? openRoles.shift() ?? 'C' }));
}

/**
 * Returns candidates for the open seats, each with the positions they could take. Players who opted in to short-notice
 * invitations come first.
 */
async function listCandidates(
  deps: Deps,
  row: TeamRow,
  { open, crossplay }: { open: readonly Seat[]; crossplay: boolean },
): Promise<Map<string, Set<string>>> {
  const positionsByPlayer = new Map<string, Set<string>>();
  const quickIds = new Set<string>();
  for (const role of new Set(open.map((one) => one.role))) {
    const seat = toSeatRequirements(row, [role]);
    const players = await listPlayersForSeat(deps.db, {
      ...seat,
      crossplay,
      now: deps.now(),
      limit: CANDIDATE_POOL_SIZE,
      unasked: true,
    });
    for (const { id, shortNotice } of players) {
      positionsByPlayer.set(id, (positionsByPlayer.get(id) ?? new Set()).add(getPosition(role)));
      if (shortNotice) quickIds.add(id);
    }
  }
  return new Map(
    [...positionsByPlayer].sort(([one], [other]) => Number(quickIds.has(other)) - Number(quickIds.has(one))),
  );
}

/**
 * Returns the matching engine's proposal for the open seats on the requested platform. If there's no lineup, adds
 * players on other platforms, unless the buyer has turned crossplay off. Undefined when there's no full lineup.
 */
async function findLineup(deps: Deps, row: TeamRow, seats: readonly SeatRow[]): Promise<Lineup | undefined> {
  const lineup = await searchForLineup(deps, row, { seats, crossplay: false });
  if (lineup) return lineup;
  const buyer = row.buyerId ? await findOwnProfile(deps.db, row.buyerId) : undefined;
  return buyer?.crossplay === false ? undefined : searchForLineup(deps, row, { seats, crossplay: true });
}

async function searchForLineup(
  deps: Deps,
  row: TeamRow,
  { seats, crossplay }: { seats: readonly SeatRow[]; crossplay: boolean },
): Promise<Lineup | undefined> {
  const now = deps.now();
  const liveSeats = seats.filter(isLive);
  const roleSeats = listRoles(row, liveSeats);
  const openSeats = roleSeats.filter(({ seat }) => !liveSeats.some((one) => one.seat === seat));
  const candidatesById = await listCandidates(deps, row, { open: openSeats, crossplay });
  const ids = [...liveSeats.map((one) => one.playerId), ...candidatesById.keys()];
  const [rows, blocks, { rules }] = await Promise.all([
    listPoolRows(deps.db, ids, now),
    listBlocksAmong(deps.db, ids),
    getActiveRules(deps.db),
  ]);
  const constraints = toPlayerConstraints(blocks, []);
  const players = new Map(rows.map((one) => [one.id, toPoolPlayer(one, constraints)]));
  const remainingIds: LineupRequest['stayingSeats'] = liveSeats.flatMap(({ seat, playerId, role }) => {
    const player = players.get(playerId);
    return player ? [{ seat, player: { ...player, positions: [getPosition(role)] } }] : [];
  });
  // If a player took a seat and then unpublished their profile, they still play, but the engine has no data on them and
  // can't plan.
  if (remainingIds.length < liveSeats.length) return undefined;
  const candidates = [...candidatesById].flatMap(([id, positions]): PoolPlayer[] => {
    const player = players.get(id);
    if (!player) return [];
    const ownPositions = player.positions.filter((position) => positions.has(position));
    return [{ ...player, positions: [...new Set([...ownPositions, ...positions])] }];
  });
  const { windows, timezone } = row;
  const seed = liveSeats.length + 1;
  return findBestLineup({
    seats: roleSeats,
    stayingSeats: remainingIds,
    candidates,
    wish: { windows, timezone },
    weekOf: getProposalWeek(now),
    rules,
    seed,
  });
}

/**
 * Runs one invite round for a request: unanswered invitations expire, the engine proposes a full lineup around the
 * players who stay, and everyone else in it is invited at the same time.
 * @returns the number invited
 */
export async function sendInviteRound(deps: Deps, teamBuildId: string): Promise<number> {
  await releaseUnanswered(deps, teamBuildId);
  const row = await findTeam(deps.db, teamBuildId);
  if (row?.status !== 'assembling' || !row.deadline || !hasHeadStart(row, deps.now())) return 0;
  const seats = await listSeats(deps.db, teamBuildId);
  if (seats.filter(isLive).length >= refundTerms.assemblySquadSize) return 0;
  const lineup = await findLineup(deps, row, seats);
  if (!lineup) return 0;
  try {
    return await deps.db.transaction((tx) => inviteLineup(tx, deps, teamBuildId, lineup));
  } catch (error) {
    // The concierge filled one of the seats first. The next round takes that into account.
    if (isUniqueViolation(error)) return 0;
    throw error;
  }
}

const hasHeadStart = ({ deadline }: TeamRow, now: Date) =>
  now.getTime() >= deadline!.getTime() - refundTerms.assemblyFillHours * HOUR_MS + HEAD_START_MS;

async function releaseUnanswered(deps: Deps, teamBuildId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { order, row } = await loadTeam(tx, deps, teamBuildId);
    if (row.status !== 'assembling' || order.frozenAt) return;
    const now = deps.now();
    const roles = await expireInvites(tx, teamBuildId, subtractMs(now, INVITE_TIMEOUT_MS), now);
    if (roles.length === 0) return;
    await addOrderNote(tx, deps, order.id, (t) => t(messages.historyNoAnswer, { roles: formatList(t, roles) }));
  });
}

async function inviteLineup(
  tx: Db,
  deps: Deps,
  teamBuildId: string,
  { taking, score, facts }: Lineup,
): Promise<number> {
  const { order, row } = await loadTeam(tx, deps, teamBuildId);
  if (row.status !== 'assembling' || order.frozenAt) return 0;
  const invitedIds: string[] = [];
  for (const { seat, role, playerId } of taking) {
    if (await isAccessDenied(tx, deps, playerId, 'assemblies')) continue;
    await inviteToSeat(tx, deps, row, { seat, role, playerId });
    invitedIds.push(role);
  }
  if (invitedIds.length === 0) return 0;
  const wave = ((await findLatestPlan(tx, teamBuildId))?.wave ?? 0) + 1;
  await insertPlan(tx, { teamBuildId, wave, asked: invitedIds.length, score, facts, plannedAt: deps.now() });
  await addOrderNote(tx, deps, order.id, (t) =>
    t(messages.historyEngineInvited, { score: Math.round(score), roles: formatList(t, invitedIds) }),
  );
  return invitedIds.length;
}

/** Runs an invite round for every request with seats to fill. If one fails, the others continue. */
export async function sendInviteRounds(deps: Deps, signal?: AbortSignal): Promise<void> {
  for (const { id, status } of await listOpenTeams(deps.db)) {
    if (signal?.aborted) return;
    if (status !== 'assembling') continue;
    await sendInviteRound(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, team: id }, 'could not send an invite round'),
    );
  }
}
