import { and, asc, eq, gt, inArray, isNotNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { countByDay } from '../../db/days.ts';
import type { ZoneDay } from '../../time/wall-instants.ts';
import { isBannedNow } from '../moderation/bans.queries.ts';
import { selectPendingActionColumns } from '../notifications/pending-actions.queries.ts';
import { type Order, runningOrdersSql } from '../payments/orders/orders.queries.ts';
import type { OrderProgress } from '../payments/orders/orders.schema.ts';
import { players, selectMemberName } from '../profiles/player-views.queries.ts';
import { countSquadsJoinedSql } from '../team-assembly/team-assembly.queries.ts';
import type { Booking } from './bookings.rules.ts';
import type { BookingStatus, SellerRecord, Side, Window } from './bookings.schema.ts';
import { bookingEvidence, bookingGames, bookings } from './bookings.tables.ts';

export type BookingRow = typeof bookings.$inferSelect;
export type GameRow = typeof bookingGames.$inferSelect;

export async function findBooking(db: Db, id: string): Promise<BookingRow | undefined> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id)).limit(1);
  return row;
}

export async function listBookingsByIds(db: Db, ids: string[]): Promise<BookingRow[]> {
  return db.select().from(bookings).where(inArray(bookings.id, ids));
}

export async function findBookingOfOrder(db: Db, orderId: string): Promise<BookingRow | undefined> {
  const [row] = await db.select().from(bookings).where(eq(bookings.orderId, orderId)).limit(1);
  return row;
}

/** Puts a booking on hold, or resumes it when `at` is null. */
export async function setOnHold(tx: Db, id: string, at: Date | null): Promise<void> {
  await tx.update(bookings).set({ stoppedAt: at }).where(eq(bookings.id, id));
}

/** Returns the ids of a player's unfinished bookings that are on hold, in a fixed order. */
export async function listOnHold(db: Db, playerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.playerId, playerId),
        isNotNull(bookings.stoppedAt),
        inArray(bookings.status, ['accepted', 'in_progress']),
      ),
    )
    .orderBy(asc(bookings.orderId));
  return rows.map((row) => row.id);
}

/** Returns the ids of bookings a player still has to fulfill, in a fixed order. */
export async function listUnfulfilled(db: Db, playerId: string): Promise<string[]> {
  const isOpen = inArray(bookings.status, ['held', 'accepted', 'in_progress', 'scheduled']);
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.playerId, playerId), isOpen))
    .orderBy(asc(bookings.orderId));
  return rows.map((row) => row.id);
}

export async function insertBooking(tx: Db, row: typeof bookings.$inferInsert): Promise<BookingRow> {
  const [insertedRow] = await tx.insert(bookings).values(row).returning();
  return insertedRow!;
}

/**
 * Updates a booking if its state hasn't changed since it was read.
 * @returns false when the state has changed since then
 */
export async function claimBooking(
  tx: Db,
  id: string,
  from: BookingStatus,
  change: Partial<typeof bookings.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(bookings)
    .set(change)
    .where(and(eq(bookings.id, id), eq(bookings.status, from)))
    .returning({ id: bookings.id });
  return rows.length > 0;
}

/** Frees the reserved player or half hour after a checkout page expired without a payment. */
export async function deleteReservation(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(bookings)
    .set({ status: 'lapsed' })
    .where(and(eq(bookings.orderId, orderId), eq(bookings.status, 'reserved')));
}

const hasOpenGameSql = sql`exists (
  select 1 from booking_games g where g.booking_id = ${bookings.id} and g.counted_at is null)`;

/**
 * The booking's status, with three extra stages for hires: on hold, ended before both sides confirmed the last game,
 * and between two games with nothing reported yet.
 */
const currentStageSql = sql<string>`case
  when ${bookings.stoppedAt} is not null and ${bookings.status} in ('accepted', 'in_progress') then 'stopped'
  when ${bookings.status} = 'ended_early' and ${hasOpenGameSql} then 'contested'
  when ${bookings.status} = 'in_progress' and not ${hasOpenGameSql} then 'between'
  else ${bookings.status} end`;

/** Returns the progress of these orders' bookings. */
export async function listBookingProgress(
  db: Db,
  orderIds: string[],
): Promise<Map<string, OrderProgress & { coachId: string | null }>> {
  const rows = await db
    .select({
      orderId: bookings.orderId,
      id: bookings.id,
      stage: currentStageSql,
      playerId: bookings.playerId,
      coachId: bookings.coachId,
    })
    .from(bookings)
    .where(and(inArray(bookings.orderId, orderIds), ne(bookings.status, 'lapsed')));
  return new Map(
    rows.map((row) => [
      row.orderId,
      { stage: row.stage, bookingId: row.id, teamBuildId: null, sellerId: row.playerId, coachId: row.coachId },
    ]),
  );
}

/** Builds a subquery for the ids of the orders that a user is or will be paid for. */
export const selectOrdersPaidTo = (userId: SQLWrapper | string, type: 'hire' | 'coaching'): SQL =>
  sql`(select order_id from bookings where player_id = ${userId} and type = ${type} and status <> 'lapsed')`;

/** Shifts the dates of an order's booking and its games into the past. */
export async function shiftBookingDates(tx: Db, orderId: string, seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds}::int)`;
  await tx.execute(sql`
    update bookings set starts_at = starts_at - ${interval}, ends_at = ends_at - ${interval}, created_at = created_at - ${interval}
     where order_id = ${orderId}`);
  await tx.execute(sql`
    update booking_games g set buyer_confirmed_at = g.buyer_confirmed_at - ${interval},
      seller_confirmed_at = g.seller_confirmed_at - ${interval}, counted_at = g.counted_at - ${interval}
      from bookings b where b.id = g.booking_id and b.order_id = ${orderId}`);
}

export async function listGames(db: Db, bookingId: string): Promise<GameRow[]> {
  return db.select().from(bookingGames).where(eq(bookingGames.bookingId, bookingId)).orderBy(asc(bookingGames.gameNo));
}

/** Records that one side confirmed a game. */
export async function confirmGameRow(
  tx: Db,
  row: { bookingId: string; gameNo: number; side: Side; at: Date; note: string },
): Promise<void> {
  const confirmation = row.side === 'buyer' ? { buyerConfirmedAt: row.at } : { sellerConfirmedAt: row.at };
  const note = row.note === '' ? {} : { note: row.note };
  await tx
    .insert(bookingGames)
    .values({ bookingId: row.bookingId, gameNo: row.gameNo, ...confirmation, ...note })
    .onConflictDoUpdate({ target: [bookingGames.bookingId, bookingGames.gameNo], set: { ...confirmation, ...note } });
}

export async function markGameCounted(
  tx: Db,
  bookingId: string,
  { gameNo, at, silent }: { gameNo: number; at: Date; silent: Side | null },
): Promise<void> {
  await tx
    .update(bookingGames)
    .set({ countedAt: at, silent })
    .where(and(eq(bookingGames.bookingId, bookingId), eq(bookingGames.gameNo, gameNo)));
}

/** Converts a row to the booking type used by the rules. */
export async function toRuleBooking(db: Db, row: BookingRow, order: Order): Promise<Booking> {
  const openGame = (await listGames(db, row.id)).find((game) => !game.countedAt);
  const deadline = order.deadlineAt ?? undefined;
  const pendingConfirmation = openGame?.buyerConfirmedAt
    ? { by: 'buyer' as const, at: openGame.buyerConfirmedAt, until: deadline }
    : openGame?.sellerConfirmedAt
      ? { by: 'seller' as const, at: openGame.sellerConfirmedAt, until: deadline }
      : undefined;
  return {
    status: row.status,
    type: row.type,
    priceCents: order.amountCents,
    games: row.contractedGames,
    counted: row.completedGames,
    pending: pendingConfirmation,
    stopped: row.stoppedAt !== null,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
  };
}

/**
 * Claims one of the author's picture slots on a booking before any image processing. Drops claims from before `since`
 * that never got a picture.
 * @returns undefined when all slots are taken
 */
export async function claimEvidence(
  tx: Db,
  row: Omit<typeof bookingEvidence.$inferInsert, 'picture'> & { authorId: string },
  { most, since }: { most: number; since: Date },
): Promise<string | undefined> {
  const { bookingId, authorId } = row;
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for('no key update');
  const isOfSide = and(eq(bookingEvidence.bookingId, bookingId), eq(bookingEvidence.authorId, authorId));
  await tx
    .delete(bookingEvidence)
    .where(and(isOfSide, sql`not ${isUploadedSql}`, lt(bookingEvidence.createdAt, since)));
  if ((await tx.$count(bookingEvidence, isOfSide)) >= most) return undefined;
  const claim = { ...row, picture: new Uint8Array() };
  const [insertedRow] = await tx.insert(bookingEvidence).values(claim).returning({ id: bookingEvidence.id });
  return insertedRow!.id;
}

/** Condition that a claimed slot has its picture. */
const isUploadedSql = sql`octet_length(${bookingEvidence.picture}) > 0`;

export async function saveEvidencePicture(db: Db, id: string, picture: Uint8Array): Promise<void> {
  await db.update(bookingEvidence).set({ picture }).where(eq(bookingEvidence.id, id));
}

/** Releases a claimed slot. */
export async function releaseEvidence(db: Db, id: string): Promise<void> {
  await db.delete(bookingEvidence).where(eq(bookingEvidence.id, id));
}

export async function listEvidenceOf(db: Db, bookingId: string) {
  return db
    .select({
      id: bookingEvidence.id,
      gameNo: bookingEvidence.gameNo,
      authorId: bookingEvidence.authorId,
      note: bookingEvidence.note,
      createdAt: bookingEvidence.createdAt,
    })
    .from(bookingEvidence)
    .where(and(eq(bookingEvidence.bookingId, bookingId), isUploadedSql))
    .orderBy(asc(bookingEvidence.createdAt));
}

export async function findEvidence(db: Db, bookingId: string, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ picture: bookingEvidence.picture })
    .from(bookingEvidence)
    .where(and(eq(bookingEvidence.bookingId, bookingId), eq(bookingEvidence.id, id), isUploadedSql))
    .limit(1);
  return row?.picture;
}

/** Returns paid orders of one type that still have no player or time, oldest first. */
export async function listUnassignedOrders(
  db: Db,
  buyerId: string,
  kind: 'hire' | 'coaching',
): Promise<{ id: string; priceId: string }[]> {
  const { rows } = await db.execute<{ id: string; priceId: string }>(sql`
    select o.id, o.price_id as "priceId" from ${runningOrdersSql} o
     where o.buyer_id = ${buyerId} and o.kind = ${kind}
       and not exists (select 1 from bookings b where b.order_id = o.id)
     order by o.created_at`);
  return rows;
}

/**
 * Selects bookings that need an action from a user: an answer, a confirmation of a reported game, a choice, or
 * verification for a payout. Between two games, no action is needed.
 */
export const selectBookingsToAnswer = (userId: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('booking', {
    thing: sql`b.id`,
    name: sql`case when b.side = 'seller' then ${selectMemberName(sql`b.buyer_id`)}
                   when b.type = 'hire' then ${selectMemberName(sql`b.player_id`)} end`,
    until: sql`b.deadline_at`,
    since: sql`b.updated_at`,
    facts: { type: sql`b.type`, stage: sql`b.stage`, side: sql`b.side`, order_id: sql`b.order_id` },
  })}
    from (select ${bookings}.*, ${currentStageSql} as stage, o.deadline_at,
                 case when o.waits_for = 'seller' and ${bookings.playerId} = ${userId} then 'seller'
                      when o.waits_for = 'buyer' and ${bookings.buyerId} = ${userId} then 'buyer' end as side
            from ${bookings} join ${runningOrdersSql} o on o.id = ${bookings.orderId}
           where ${userId} in (${bookings.playerId}, ${bookings.buyerId})) b
   where b.side is not null
     and b.stage in ('held', 'in_progress', 'stopped', 'contested', 'completed')`;

/** Selects a user's paid orders that still need a player or time, as long as the user may choose one. */
export const selectOrdersToChooseFor = (userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select ${selectPendingActionColumns('order', {
    thing: sql`o.id`,
    until: sql`o.deadline_at`,
    since: sql`o.created_at`,
    facts: { kind: sql`o.kind`, price_id: sql`o.price_id`, step: sql`'choose'` },
  })}
    from ${runningOrdersSql} o
   where o.buyer_id = ${userId} and o.waits_for = 'buyer' and o.kind in ('hire', 'coaching')
     and not ${isBannedNow(userId, 'all', sql`${now}`)}
     and not exists (select 1 from bookings b where b.order_id = o.id)`;

/** Counts what a seller completed, and the hires they ended early or didn't answer. */
export async function getSellerRecord(db: Db, userId: string): Promise<SellerRecord> {
  const { rows } = await db.execute<SellerRecord>(sql`
    select
      count(*) filter (where type = 'hire' and status in ('completed', 'released'))::int as "hiresFinished",
      coalesce(sum(completed_games) filter (where type = 'hire'), 0)::int as "gamesPlayed",
      count(*) filter (where type = 'hire' and status = 'ended_early' and ended_by = 'seller')::int as "hiresEndedEarlyByThem",
      count(*) filter (where type = 'hire' and status = 'refunded' and ended_by = 'silence')::int as "notAnswered",
      count(*) filter (where type = 'coaching' and status in ('completed', 'released'))::int as "sessionsCoached",
      ${countSquadsJoinedSql(userId)} as "squadsJoined"
    from bookings where player_id = ${userId}`);
  return rows[0]!;
}

/** Returns upcoming sessions that start between two times, except those under bank review. */
export async function listSessionsStarting(db: Db, from: Date, to: Date): Promise<BookingRow[]> {
  return db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.type, 'coaching'),
        eq(bookings.status, 'scheduled'),
        sql`${bookings.startsAt} > ${from.toISOString()}`,
        sql`${bookings.startsAt} <= ${to.toISOString()}`,
        sql`exists (select 1 from ${runningOrdersSql} o where o.id = ${bookings.orderId} and o.frozen_at is null)`,
      ),
    );
}

/** Returns the sessions that a user gives or takes as coach or buyer and that aren't over. */
export async function listBookedTimes(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; startsAt: Date; endsAt: Date }[]> {
  const { id, startsAt, endsAt } = bookings;
  const rows = await db
    .select({ id, startsAt, endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.type, 'coaching'),
        inArray(bookings.status, ['scheduled', 'started']),
        or(eq(bookings.buyerId, userId), eq(bookings.playerId, userId)),
        gt(endsAt, now),
      ),
    );
  return rows.map((row) => ({ ...row, startsAt: row.startsAt!, endsAt: row.endsAt! }));
}

/** Returns whether any booking was ever made. */
export async function hasBookings(db: Db): Promise<boolean> {
  return (await db.select({ id: bookings.id }).from(bookings).limit(1)).length > 0;
}

/** Returns some published players with their availability, for seeding demos. */
export async function listSomePlayers(db: Db, limit: number): Promise<{ id: string; hours: Window[] }[]> {
  const { rows } = await db.execute<{ id: string; hours: Window[] }>(sql`
    select p.id, p.availability as hours from ${players} p where p.published and jsonb_typeof(p.availability) = 'array'
     order by p.created_at, p.id limit ${limit}`);
  return rows;
}

/** Returns how many hire games were counted on each of these days. */
export const countGamesByDay = (db: Db, days: readonly ZoneDay[]): Promise<number[]> =>
  countByDay(db, bookingGames.countedAt, days);
