import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { prepareStatement, toJsonList } from '../../db/prepared-statements.ts';
import { usersPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { selectBalanceSql } from '../tokens/tokens.queries.ts';
import { RUNNING_STATUSES } from './entitlements.rules.ts';
import { entitlements, foundersSeats, orders, soldSeats, subscriptions } from './payments.tables.ts';

export type Entitlement = typeof entitlements.$inferSelect;
export type Subscription = typeof subscriptions.$inferSelect;

export async function findEntitlement(db: Db, userId: string): Promise<Entitlement | undefined> {
  const [row] = await db.select().from(entitlements).where(eq(entitlements.userId, userId)).limit(1);
  return row;
}

/**
 * Reserves a seat for an order: the one the account already holds, otherwise a free one. Skips seats that other
 * transactions are reserving.
 * @returns its number, or undefined when none is left
 */
export async function reserveSeat(tx: Db, orderId: string, userId: string): Promise<number | undefined> {
  const { rows: takenSeats } = await tx.execute<{ seat: number }>(sql`
    update ${foundersSeats} s set order_id = case when o.state = 'paid' then s.order_id else ${orderId}::uuid end
      from orders o where o.id = s.order_id and s.user_id = ${userId} returning seat`);
  if (takenSeats[0]) return takenSeats[0].seat;
  const { rows } = await tx.execute<{ seat: number }>(sql`
    update ${foundersSeats} set order_id = ${orderId}, user_id = ${userId}
     where seat = (select seat from ${foundersSeats} where order_id is null order by seat limit 1 for update skip locked)
    returning seat`);
  return rows[0]?.seat;
}

export async function releaseSeat(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`update ${foundersSeats} set order_id = null, user_id = null where order_id = ${orderId}`);
}

export async function countSeatsLeft(db: Db): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(
    sql`select count(*)::int as left from ${foundersSeats} where order_id is null`,
  );
  return rows[0]!.left;
}

/** Counts the seats with a payment in progress. */
export async function countSeatsBeingPaid(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seats: number }>(sql`
    select count(*)::int as seats from ${foundersSeats} s join ${orders} o on o.id = s.order_id
     where o.state = 'awaiting_payment'`);
  return rows[0]!.seats;
}

/** Takes the next founder number. Concurrent buyers are served one after the other. */
export async function takeFounderNumber(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ sold: number }>(sql`update ${soldSeats} set sold = sold + 1 returning sold`);
  return rows[0]!.sold;
}

export async function countFoundersSold(db: Db): Promise<number> {
  const { rows } = await db.execute<{ sold: number }>(sql`select sold from ${soldSeats}`);
  return rows[0]!.sold;
}

export async function upsertEntitlement(tx: Db, row: typeof entitlements.$inferInsert): Promise<void> {
  const { userId: _userId, ...change } = row;
  await tx.insert(entitlements).values(row).onConflictDoUpdate({ target: entitlements.userId, set: change });
}

/** Condition for a hire credit that can be used now: Founders Premium is active and its payment isn't under review. */
const isCreditSpendable = (userId: string, now: Date) =>
  and(
    eq(entitlements.userId, userId),
    gt(entitlements.hireCreditCount, 0),
    gt(entitlements.foundersExpiresAt, now),
    sql`not exists (select 1 from ${orders} o where o.id = ${entitlements.orderId} and o.frozen_at is not null)`,
  );

/** Counts the hire credits a user can use now. */
export async function countSpendableCredits(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: entitlements.hireCreditCount })
    .from(entitlements)
    .where(isCreditSpendable(userId, now));
  return row?.count ?? 0;
}

/**
 * Claims one hire credit, unless the Founders payment it came from is under review.
 * @returns its cap in dollars and the order it came from, or undefined when there is none
 */
export async function claimCredit(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ cap: number; of: string | null } | undefined> {
  const [row] = await tx
    .update(entitlements)
    .set({ hireCreditCount: sql`${entitlements.hireCreditCount} - 1`, updatedAt: now })
    .where(isCreditSpendable(userId, now))
    .returning({ cap: entitlements.hireCreditCapUsd, of: entitlements.orderId });
  return row;
}

/** Returns a credit to the Founders Premium it came from. The credit is lost if that Founders Premium has ended. */
export async function returnCredit(tx: Db, userId: string, { of, now }: { of: string | null; now: Date }) {
  await tx
    .update(entitlements)
    .set({ hireCreditCount: sql`${entitlements.hireCreditCount} + 1`, updatedAt: now })
    .where(and(eq(entitlements.userId, userId), sql`${entitlements.orderId} is not distinct from ${of}::uuid`));
}

/**
 * Ends the Founders Premium that an order granted. If the granting order is unknown, ends the buyer's, because nodes
 * running the previous version don't record it.
 * @returns whether it was active until now
 */
export async function endFounders(
  tx: Db,
  { id: orderId, buyerId }: { id: string; buyerId: string | null },
  now: Date,
): Promise<boolean> {
  const ownEntitlement = sql`(${entitlements.orderId} = ${orderId} or ${entitlements.orderId} is null and ${entitlements.userId} = ${buyerId})`;
  const rows = await tx
    .update(entitlements)
    .set({
      orderId: null,
      foundersExpiresAt: null,
      founderNumber: null,
      priorityMatching: false,
      hireCreditCount: 0,
      updatedAt: now,
    })
    .where(and(ownEntitlement, gt(entitlements.foundersExpiresAt, now)))
    .returning({ userId: entitlements.userId });
  // An account has only one seat. It keeps the seat if another of its orders now pays for it.
  await tx.execute(sql`
    update ${foundersSeats} s set order_id = e.order_id from ${entitlements} e
     where s.order_id = ${orderId} and e.user_id = s.user_id and e.order_id <> ${orderId}::uuid`);
  await releaseSeat(tx, orderId);
  return rows.length > 0;
}

/** Lists the open orders covered by the credit of a Founders Premium order. */
export async function listOrdersCoveredBy(tx: Db, orderId: string): Promise<string[]> {
  const isOpen = inArray(orders.state, ['awaiting_payment', 'paid']);
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.creditOf, orderId), isOpen, isNull(orders.settledAt)))
    .orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}

/** Lists Founders whose Premium expires between two times and who haven't requested account deletion. */
export async function listExpiringFounders(db: Db, from: Date, until: Date) {
  return db
    .select({
      userId: entitlements.userId,
      endsAt: sql<Date>`${entitlements.foundersExpiresAt}`.mapWith(entitlements.foundersExpiresAt),
      credits: entitlements.hireCreditCount,
    })
    .from(entitlements)
    .where(
      and(
        gt(entitlements.foundersExpiresAt, from),
        lte(entitlements.foundersExpiresAt, until),
        sql`${entitlements.userId} not in ${usersPendingDeletion}`,
      ),
    );
}

/** Lists the users who have priority matching now: the first Founders while their Premium is active, ten at most. */
export async function listPriorityFounders(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ userId: entitlements.userId })
    .from(entitlements)
    .where(and(eq(entitlements.priorityMatching, true), gt(entitlements.foundersExpiresAt, now)));
  return rows.map((row) => row.userId);
}

/** Condition for an active plan that isn't set to end. */
const runningNow = sql<boolean>`(${inArray(subscriptions.status, [...RUNNING_STATUSES])} and ${subscriptions.endingAt} is null)`;

export async function hasOtherPlan(db: Db, userId: string, subscriptionId: string): Promise<boolean> {
  const other = and(eq(subscriptions.userId, userId), ne(subscriptions.subscriptionId, subscriptionId), runningNow);
  return (await db.$count(subscriptions, other)) > 0;
}

/**
 * Sort order: active subscriptions first, then ended ones that the user keeps for their paid time (latest end first),
 * then the rest, newest first.
 */
const SUBSCRIPTION_ORDER = [
  desc(runningNow),
  sql`${subscriptions.keptUntil} desc nulls last`,
  desc(subscriptions.createdAt),
];

/** Returns the subscription that determines a user's plan. */
export async function findCurrentSubscription(db: Db, userId: string): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(...SUBSCRIPTION_ORDER)
    .limit(1);
  return row;
}

const readFounders = (userId: SQLWrapper): SQL => sql`
  select founders_expires_at as "foundersExpiresAt" from ${entitlements} where user_id = ${userId}`;
const readCurrentSubscription = (userId: SQLWrapper): SQL => sql`
  select plan, status, ending_at as "endingAt", kept_until as "keptUntil", left_at as "leftAt" from ${subscriptions}
   where user_id = ${userId} order by ${sql.join(SUBSCRIPTION_ORDER, sql`, `)} limit 1`;

/** The data a plan is computed from, in lists of at most one item. Times are text. */
export type PlanFacts = {
  founders: { foundersExpiresAt: string | null }[];
  subscription: {
    plan: 'pro' | 'premium';
    status: string;
    endingAt: string | null;
    keptUntil: string | null;
    leftAt: string | null;
  }[];
  wallet: { tokens: number | null; readAt: string | null; nextReadAt: string }[];
};

/** Returns the plan facts as columns for a statement that reads more about the same user. */
export const planFactsSql = (userId: SQLWrapper): SQL => sql`
  ${toJsonList(readFounders(userId))} as founders, ${toJsonList(readCurrentSubscription(userId))} as subscription,
  ${toJsonList(selectBalanceSql(userId))} as wallet`;

/** Reads only a user's plan facts. */
export const readPlanFacts = prepareStatement<{ userId: string }, PlanFacts>(
  ({ userId }) => sql`select ${planFactsSql(userId)}`,
);
