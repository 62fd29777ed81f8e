import { and, asc, desc, eq, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import { runningOrdersSql } from '../payments/orders/orders.queries.ts';
import type { OrderProgress } from '../payments/orders/orders.schema.ts';
import { playersWithHandles } from '../profiles/player-views.queries.ts';
import type { TeamStatus } from './team-assembly.schema.ts';
import { alerts, teamBuildPlayers, teamBuilds, teamPlans } from './team-assembly.tables.ts';

export type TeamRow = typeof teamBuilds.$inferSelect;
/** A seat row. `playerId` is null if the player was erased after the handover. */
export type StoredSeat = typeof teamBuildPlayers.$inferSelect;
/** A seat whose player still exists. */
export type SeatRow = StoredSeat & { playerId: string };

export async function findTeam(db: Db, id: string): Promise<TeamRow | undefined> {
  const [row] = await db.select().from(teamBuilds).where(eq(teamBuilds.id, id)).limit(1);
  return row;
}

export async function findTeamOfOrder(db: Db, orderId: string): Promise<TeamRow | undefined> {
  const [row] = await db.select().from(teamBuilds).where(eq(teamBuilds.orderId, orderId)).limit(1);
  return row;
}

export async function insertTeam(tx: Db, row: typeof teamBuilds.$inferInsert): Promise<TeamRow> {
  const [insertedRow] = await tx.insert(teamBuilds).values(row).returning();
  return insertedRow!;
}

/** @returns false when the request's status is no longer `from` */
export async function claimTeam(
  tx: Db,
  id: string,
  from: TeamStatus,
  change: Partial<typeof teamBuilds.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(teamBuilds)
    .set(change)
    .where(and(eq(teamBuilds.id, id), eq(teamBuilds.status, from)))
    .returning({ id: teamBuilds.id });
  return rows.length > 0;
}

/** Returns the buyer's newest unpaid request. */
export async function findUnpaidTeam(db: Db, buyerId: string): Promise<TeamRow | undefined> {
  const [row] = await db
    .select()
    .from(teamBuilds)
    .where(and(eq(teamBuilds.buyerId, buyerId), eq(teamBuilds.status, 'requested'), isNull(teamBuilds.orderId)))
    .orderBy(desc(teamBuilds.createdAt))
    .limit(1);
  return row;
}

/** Returns the buyer's oldest paid order without a request. */
export async function findOrderWithoutTeam(db: Db, buyerId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from ${runningOrdersSql} o
     where o.buyer_id = ${buyerId} and o.kind = 'assembly' and o.waits_for = 'buyer' and not exists (select 1 from team_builds t where t.order_id = o.id)
     order by o.created_at limit 1`);
  return rows[0]?.id;
}

/** Returns the progress of the requests behind these orders. */
export async function listTeamProgress(db: Db, orderIds: string[]): Promise<Map<string, OrderProgress>> {
  const rows = await db
    .select({ orderId: teamBuilds.orderId, id: teamBuilds.id, status: teamBuilds.status })
    .from(teamBuilds)
    .where(inArray(teamBuilds.orderId, orderIds));
  return new Map(
    rows.map((row) => [row.orderId!, { stage: row.status, bookingId: null, teamBuildId: row.id, sellerId: null }]),
  );
}

/** Subquery: ids of the orders where this user has taken a seat in the team. */
export const selectTeamOrdersPaidTo = (userId: SQLWrapper | string): SQL => sql`(
  select t.order_id from team_builds t join team_build_players p on p.team_build_id = t.id
   where p.player_id = ${userId} and p.accepted and t.order_id is not null)`;

/** Subquery: ids of the orders where an erased player's seat pays into this account. */
export const selectTeamOrdersPaidToAccount = (accountId: string): SQL => sql`(
  select t.order_id from team_builds t join team_build_players p on p.team_build_id = t.id
   where p.payee_account = ${accountId} and t.order_id is not null)`;

/** SQL expression for other features: the number of handed-over teams in which this player had a seat. @public */
export const countSquadsJoinedSql = (playerId: string): SQL<number> => sql`(
  select count(*)::int from team_build_players p join team_builds t on t.id = p.team_build_id
   where p.player_id = ${playerId} and p.accepted and t.status in ('delivered', 'completed', 'released'))`;

/** Shifts the dates of an order's request into the past. */
export async function shiftTeamDates(tx: Db, orderId: string, seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds}::int)`;
  await tx.execute(sql`
    update team_builds set deadline = deadline - ${interval}, delivered_at = delivered_at - ${interval}, created_at = created_at - ${interval}
     where order_id = ${orderId}`);
}

export async function listTeamsOfBuyer(db: Db, buyerId: string): Promise<TeamRow[]> {
  return db
    .select()
    .from(teamBuilds)
    .where(eq(teamBuilds.buyerId, buyerId))
    .orderBy(desc(teamBuilds.createdAt))
    .limit(50);
}

/** Returns the requests the concierge is working on, nearest deadline first. */
export async function listOpenTeams(db: Db): Promise<TeamRow[]> {
  return db
    .select()
    .from(teamBuilds)
    .where(sql`${teamBuilds.status} in ('assembling', 'filled')`)
    .orderBy(asc(teamBuilds.deadline))
    .limit(200);
}

/** Returns the seats and invitations of players who still exist. */
export async function listSeats(db: Db, teamBuildId: string): Promise<SeatRow[]> {
  return (await listAllSeats(db, teamBuildId)).filter((seat): seat is SeatRow => seat.playerId !== null);
}

/** Returns the seats and invitations, including those of erased players. */
export async function listAllSeats(db: Db, teamBuildId: string): Promise<StoredSeat[]> {
  return db
    .select()
    .from(teamBuildPlayers)
    .where(eq(teamBuildPlayers.teamBuildId, teamBuildId))
    .orderBy(asc(teamBuildPlayers.seat), asc(teamBuildPlayers.askedAt));
}

export async function insertSeat(tx: Db, row: typeof teamBuildPlayers.$inferInsert): Promise<void> {
  await tx.insert(teamBuildPlayers).values(row);
}

/** Saves a player's answer. @returns false when they'd already answered */
export async function answerSeat(
  tx: Db,
  { teamBuildId, playerId }: { teamBuildId: string; playerId: string },
  isAccepted: boolean,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .update(teamBuildPlayers)
    .set({ accepted: isAccepted, silent: false, answeredAt: at })
    .where(
      and(
        eq(teamBuildPlayers.teamBuildId, teamBuildId),
        eq(teamBuildPlayers.playerId, playerId),
        or(isNull(teamBuildPlayers.accepted), teamBuildPlayers.silent),
      ),
    )
    .returning({ seat: teamBuildPlayers.seat });
  return rows.length > 0;
}

/** Extends a team's unanswered invitations by this many milliseconds. */
export async function postponeInvites(tx: Db, teamBuildId: string, ms: number): Promise<void> {
  await tx
    .update(teamBuildPlayers)
    .set({ askedAt: sql`${teamBuildPlayers.askedAt} + ${ms} * interval '1 millisecond'` })
    .where(and(eq(teamBuildPlayers.teamBuildId, teamBuildId), isNull(teamBuildPlayers.accepted)));
}

/** Returns teams where one of two people has an open invitation and the other has a seat or is the buyer. */
export async function listInvitesBetween(
  tx: Db,
  one: string,
  other: string,
): Promise<{ teamBuildId: string; playerId: string }[]> {
  const { rows } = await tx.execute<{ teamBuildId: string; playerId: string }>(sql`
    select p.team_build_id as "teamBuildId", p.player_id as "playerId"
      from team_build_players p
      join team_builds t on t.id = p.team_build_id and t.status = 'assembling'
      join (values (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)) v (mine, theirs) on v.mine = p.player_id
     where p.accepted is null
       and (t.buyer_id = v.theirs or exists (
         select 1 from team_build_players o
          where o.team_build_id = t.id and o.player_id = v.theirs and o.accepted))
     order by t.order_id`);
  return rows;
}

/**
 * Returns the ids of teams where a user has a seat or an open invitation, in a fixed order. Leaves out teams that were
 * handed over.
 */
export async function listOpenSeats(db: Db, playerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: teamBuilds.id })
    .from(teamBuildPlayers)
    .innerJoin(teamBuilds, eq(teamBuilds.id, teamBuildPlayers.teamBuildId))
    .where(
      and(
        eq(teamBuildPlayers.playerId, playerId),
        sql`${teamBuildPlayers.accepted} is not false`,
        inArray(teamBuilds.status, ['assembling', 'filled']),
      ),
    )
    .orderBy(asc(teamBuilds.orderId));
  return rows.map((row) => row.id);
}

/** SQL for the teams where a user has an unanswered invitation, except those under bank review. */
export const selectTeamsToAnswer = (playerId: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('paid_seat', {
    thing: sql`t.id`,
    until: sql`t.deadline`,
    since: sql`p.asked_at`,
    facts: {},
  })}
    from team_build_players p join team_builds t on t.id = p.team_build_id
   where p.player_id = ${playerId} and p.accepted is null and t.status = 'assembling'
     and exists (select 1 from ${runningOrdersSql} o where o.id = t.order_id and o.frozen_at is null)`;

/**
 * SQL for the orders waiting for their buyer, either to write the request (unless they're banned) or to confirm the
 * team.
 */
export const selectTeamsToContinue = (buyerId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('order', {
    thing: sql`o.id`,
    until: sql`o.deadline_at`,
    since: sql`o.created_at`,
    facts: {
      kind: sql`o.kind`,
      price_id: sql`o.price_id`,
      step: sql`case when exists (select 1 from team_builds t where t.order_id = o.id) then 'confirm' else 'choose' end`,
    },
  })}
    from ${runningOrdersSql} o where o.buyer_id = ${buyerId} and o.kind = 'assembly' and o.waits_for = 'buyer'
     and (exists (select 1 from team_builds t where t.order_id = o.id) or not ${isBannedNow(buyerId, 'all', sql`${now}`)})`;

/**
 * Detaches an erased player's seats in delivered teams from their account, but keeps the seats and any pending payout.
 */
export async function keepSeatsForPayout(tx: Db, playerId: string, payeeAccount: string | null): Promise<void> {
  const filterHandedOver = (states: TeamStatus[]) =>
    inArray(
      teamBuildPlayers.teamBuildId,
      tx.select({ id: teamBuilds.id }).from(teamBuilds).where(inArray(teamBuilds.status, states)),
    );
  const isOwnSeat = and(eq(teamBuildPlayers.playerId, playerId), eq(teamBuildPlayers.accepted, true));
  await tx
    .update(teamBuildPlayers)
    .set({ playerId: null, payeeAccount })
    .where(and(isOwnSeat, filterHandedOver(['delivered', 'disputed'])));
  await tx
    .update(teamBuildPlayers)
    .set({ playerId: null })
    .where(and(isOwnSeat, filterHandedOver(['completed', 'released', 'decided'])));
}

export async function vacateSeat(tx: Db, teamBuildId: string, playerId: string, at: Date): Promise<void> {
  const isOwnSeat = and(eq(teamBuildPlayers.teamBuildId, teamBuildId), eq(teamBuildPlayers.playerId, playerId));
  await tx.update(teamBuildPlayers).set({ accepted: false, answeredAt: at }).where(isOwnSeat);
}

/** Returns the requests a player was invited to, newest first. */
export async function listInvitations(db: Db, playerId: string) {
  return db
    .select({
      seat: teamBuildPlayers,
      team: teamBuilds,
      frozen: sql<boolean>`exists (select 1 from ${runningOrdersSql} o where o.id = ${teamBuilds.orderId} and o.frozen_at is not null)`,
      /** Whether a player has or was offered the seat. */
      taken: sql<boolean>`exists (
        select 1 from team_build_players o
         where o.team_build_id = ${teamBuildPlayers.teamBuildId} and o.seat = ${teamBuildPlayers.seat} and o.accepted is not false)`,
    })
    .from(teamBuildPlayers)
    .innerJoin(teamBuilds, eq(teamBuilds.id, teamBuildPlayers.teamBuildId))
    .where(eq(teamBuildPlayers.playerId, playerId))
    .orderBy(desc(teamBuildPlayers.askedAt))
    .limit(50);
}

/**
 * Expires unpaid requests from before the given time.
 * @returns how many there were
 */
export async function expireUnpaid(db: Db, before: Date): Promise<number> {
  const rows = await db
    .update(teamBuilds)
    .set({ status: 'lapsed' })
    .where(and(eq(teamBuilds.status, 'requested'), sql`${teamBuilds.createdAt} < ${before.toISOString()}`))
    .returning({ id: teamBuilds.id });
  return rows.length;
}

/** Expires invitations sent before the given time that weren't answered. @returns their roles */
export async function expireInvites(tx: Db, teamBuildId: string, askedBefore: Date, at: Date): Promise<string[]> {
  const rows = await tx
    .update(teamBuildPlayers)
    .set({ accepted: false, silent: true, answeredAt: at })
    .where(
      and(
        eq(teamBuildPlayers.teamBuildId, teamBuildId),
        isNull(teamBuildPlayers.accepted),
        lte(teamBuildPlayers.askedAt, askedBefore),
      ),
    )
    .returning({ role: teamBuildPlayers.role });
  return rows.map((row) => row.role);
}

export type PlanRow = typeof teamPlans.$inferSelect;

/** Returns the engine's latest plan for a request; its `wave` is the number of plans so far. */
export async function findLatestPlan(db: Db, teamBuildId: string): Promise<PlanRow | undefined> {
  const [row] = await db
    .select()
    .from(teamPlans)
    .where(eq(teamPlans.teamBuildId, teamBuildId))
    .orderBy(desc(teamPlans.wave))
    .limit(1);
  return row;
}

export async function insertPlan(tx: Db, plan: typeof teamPlans.$inferInsert): Promise<void> {
  await tx.insert(teamPlans).values(plan);
}

export async function findAlerts(db: Db, userId: string) {
  const [row] = await db.select().from(alerts).where(eq(alerts.userId, userId)).limit(1);
  return row;
}

export async function saveAlerts(
  tx: Db,
  userId: string,
  settings: { availabilityOptIn: boolean; phoneOptIn: boolean },
  now: Date,
): Promise<void> {
  const change = { ...settings, updatedAt: now };
  await tx
    .insert(alerts)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: alerts.userId, set: change });
}

/**
 * Claims the right to send a player a short-notice alert now.
 * @returns whether they also want a text message; undefined when they haven't opted in or were alerted after `since`
 */
export async function claimAlert(
  tx: Db,
  userId: string,
  since: Date,
  now: Date,
): Promise<{ phone: boolean } | undefined> {
  const [row] = await tx
    .update(alerts)
    .set({ lastNotifiedAt: now })
    .where(
      and(
        eq(alerts.userId, userId),
        eq(alerts.availabilityOptIn, true),
        sql`(${alerts.lastNotifiedAt} is null or ${alerts.lastNotifiedAt} < ${since.toISOString()})`,
      ),
    )
    .returning({ phone: alerts.phoneOptIn });
  return row;
}

/** Returns the contact details that delivered players agreed to share. */
export async function listContacts(db: Db, playerIds: string[]) {
  if (playerIds.length === 0) return [];
  const { rows } = await db.execute<{
    id: string;
    name: string;
    avatar_path: string | null;
    platform: string | null;
    rating: number | null;
    discord: string | null;
    psn: string | null;
    xbox: string | null;
  }>(sql`
    select p.id, p.display_name as name, p.avatar_path, p.platform, p.overall_rating as rating, p.discord, p.psn, p.xbox
      from ${playersWithHandles} p where p.id in (${sql.join(
        playerIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`);
  return rows;
}
