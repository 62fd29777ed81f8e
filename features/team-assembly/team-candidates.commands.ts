import { type Db, isUniqueViolation } from '../../db/database.ts';
import { type PoolPlayer, poolPlayerSchema } from '../../matcher/matcher-schema.ts';
import { scorePair } from '../../matcher/run.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { getProposalWeek } from '../matches/pool.commands.ts';
import { listPoolRows } from '../matches/pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from '../matches/pool.rules.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { isAccessDenied } from '../moderation/access-policy.commands.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { addOrderNote } from '../payments/orders/orders.commands.ts';
import { isBlockedAmong } from '../profiles/blocks/blocks.queries.ts';
import { MODES, POSITIONS } from '../profiles/game.schema.ts';
import * as messages from './team-assembly.messages.ts';
import { findTeam, listSeats, type SeatRow, type TeamRow } from './team-assembly.queries.ts';
import {
  getPosition,
  listMissingRoles,
  PROFILE_PLATFORM,
  PROFILE_REGION,
  TIER_RATINGS,
  toSeatRequirements,
  toSeats,
} from './team-assembly.rules.ts';
import type { Candidate } from './team-assembly.schema.ts';
import { listPlayersForSeat } from './team-candidates.queries.ts';
import type { TeamRole } from './team-choices.schema.ts';
import { inviteToSeat } from './team-invites.commands.ts';
import { deliverTeam, listTeamMembers, loadTeam, requireUndisputed } from './team-lifecycle.commands.ts';

const CANDIDATE_POOL_SIZE = 400;
const SHOWN_COUNT = 10;

/** Returns the team's roles that the buyer didn't name and that no one has taken or been invited to. */
function listOpenRoles(row: TeamRow, seats: SeatRow[]): TeamRole[] {
  const liveRoles = seats.filter((one) => one.accepted !== false).map((one) => one.role);
  return listMissingRoles([...row.desiredRoles, ...liveRoles]);
}

/**
 * Returns the open role a player takes: the first of their positions that's still open, or any open role if none is.
 */
async function resolveRole(tx: Db, row: TeamRow, playerId: string, now: Date): Promise<string> {
  const openRoles = listOpenRoles(row, await listSeats(tx, row.id));
  const [source] = await listPoolRows(tx, [playerId], now);
  const plays = source ? toPoolPlayer(source, toPlayerConstraints([], [])).positions : [];
  const matchingRoles = plays.flatMap((position) => openRoles.filter((role) => getPosition(role) === position));
  const role = matchingRoles[0] ?? openRoles[0];
  if (!role) throw new Refusal('conflict', messages.noRoleLeft);
  return role;
}

/** Converts the request to a player for the matching engine, so candidates are scored against what the buyer wants. */
function toRequestedPlayer(row: TeamRow): PoolPlayer {
  const [low, high] = TIER_RATINGS[row.skillTiers]!;
  return poolPlayerSchema.parse({
    id: row.id,
    platform: PROFILE_PLATFORM[row.platform],
    region: PROFILE_REGION[row.region],
    positions: [...POSITIONS],
    rating: Math.round((low + high) / 2),
    modes: [...MODES],
    languages: ['English'],
    timezone: row.timezone,
    windows: row.windows,
  });
}

/**
 * Returns the best players for a seat, scored by the matching engine together with the request and everyone who
 * accepted. They fit the seat's role or, if the buyer named none, any missing role. If the buyer painted hours, only
 * players who share some of them are returned.
 * @throws Refusal not_found
 */
export async function findCandidates(deps: Deps, teamBuildId: string, seat: number): Promise<Candidate[]> {
  const row = await findTeam(deps.db, teamBuildId);
  const seatRequest = row && toSeats(row.desiredRoles)[seat];
  if (!row || !seatRequest) throw new Refusal('not_found', messages.spotNotFound);
  const seats = await listSeats(deps.db, teamBuildId);
  const roles: string[] = seatRequest.role ? [seatRequest.role] : listOpenRoles(row, seats);
  const now = deps.now();
  const candidates = await listPlayersForSeat(deps.db, {
    ...toSeatRequirements(row, roles),
    now,
    limit: CANDIDATE_POOL_SIZE,
  });
  const acceptedIds = seats.filter((one) => one.accepted).map((one) => one.playerId);
  const rows = await listPoolRows(deps.db, [...candidates.map((one) => one.id), ...acceptedIds], now);
  const players = new Map(rows.map((one) => [one.id, toPoolPlayer(one, toPlayerConstraints([], []))]));
  const mates = [
    toRequestedPlayer(row),
    ...acceptedIds.map((id) => players.get(id)).filter((mate) => mate !== undefined),
  ];
  const weekOf = getProposalWeek(now);
  const { rules } = await getActiveRules(deps.db);
  const scoredCandidates = candidates.flatMap(({ id, name, shortNotice }) => {
    const player = players.get(id);
    const source = rows.find((one) => one.id === id);
    if (!player || !source) return [];
    const pairs = mates.map((mate) => scorePair([mate, player], rules, weekOf));
    const score = pairs.reduce((sum, pair) => sum + pair.score, 0) / pairs.length;
    // Painted hours are a filter. Without them the engine always finds zero shared hours, so we don't filter.
    if (row.windows.length > 0 && pairs[0]!.overlapMinutes === 0) return [];
    const overlapMinutes = Math.min(...pairs.map((pair) => pair.overlapMinutes));
    return [
      {
        id,
        name,
        role: source.role,
        rating: source.overall_rating,
        region: source.region,
        platform: source.platform,
        overlapMinutes,
        score: Math.round(score * 10) / 10,
        availableAtShortNotice: shortNotice,
      },
    ];
  });
  const hasCommonTimeRank = (one: Candidate) => Number(row.windows.length > 0 && one.overlapMinutes > 0);
  return scoredCandidates
    .sort((a, b) => hasCommonTimeRank(b) - hasCommonTimeRank(a) || b.score - a.score)
    .slice(0, SHOWN_COUNT);
}

/**
 * Invites a player to a seat, for the concierge.
 * @throws Refusal conflict when the seat is taken or has an open invitation
 */
export async function invitePlayer(
  deps: Deps,
  admin: Person,
  teamBuildId: string,
  input: { seat: number; playerId: string },
): Promise<void> {
  const { seat, playerId } = input;
  try {
    await deps.db.transaction(async (tx) => {
      const { order, row } = await loadTeam(tx, deps, teamBuildId);
      requireUndisputed(order);
      const seatRequest = toSeats(row.desiredRoles)[seat];
      if (!seatRequest) throw new Refusal('not_found', messages.spotNotFound);
      if (row.status !== 'assembling') throw new Refusal('conflict', messages.notAssembling);
      if (row.buyerId === playerId) throw new Refusal('invalid', messages.buyerNotAllowed, 'playerId');
      const isBlockedByTeam = await isBlockedAmong(tx, playerId, await listTeamMembers(tx, row));
      if (isBlockedByTeam || (await isAccessDenied(tx, deps, playerId, 'assemblies'))) {
        throw new Refusal('conflict', messages.playerNotInvitable, 'playerId');
      }
      const now = deps.now();
      const role = seatRequest.role ?? (await resolveRole(tx, row, playerId, now));
      await inviteToSeat(tx, deps, row, { seat, role, playerId });
      await addOrderNote(tx, deps, order.id, (t) => t(messages.historyConciergeInvited, { role }));
      await recordAudit(tx, deps, {
        adminId: admin.userId,
        action: 'ask_player',
        targetType: 'team_build',
        targetId: teamBuildId,
        after: input,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', messages.alreadyInvited);
    throw error;
  }
}

/** Confirms a complete team and hands it over, for the concierge. */
export async function confirmDelivery(deps: Deps, admin: Person, teamBuildId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await deliverTeam(tx, deps, teamBuildId);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'deliver_team',
      targetType: 'team_build',
      targetId: teamBuildId,
      after: {},
    });
  });
}
