import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

export type CardRow = {
  id: string;
  buyer_id: string | null;
  kind: 'founders' | 'hire' | 'coaching' | 'assembly' | 'subscription';
  price_id: string;
  amount_cents: number;
  credit_cents: number;
  state: 'awaiting_payment' | 'paid' | 'expired' | 'failed';
  stage: string | null;
  waits_for: string | null;
  deadline: number | null;
  frozen: boolean;
  settled: number | null;
  created: number;
  booking_id: string | null;
  team_build_id: string | null;
  buyer_name: string | null;
  player_name: string | null;
};

const CARD = sql`
  o.id, o.buyer_id, o.kind, o.price_id, o.amount_cents, o.credit_cents, o.state, coalesce(b.status, t.status) as stage,
  o.waits_for, extract(epoch from o.deadline_at)::float8 as deadline, o.frozen_at is not null as frozen,
  extract(epoch from o.settled_at)::float8 as settled, extract(epoch from o.created_at)::float8 as created,
  b.id as booking_id, t.id as team_build_id,
  (select display_name from protocol_profiles where id = o.buyer_id) as buyer_name,
  (select display_name from protocol_profiles where id = b.player_id) as player_name
  from orders o left join bookings b on b.order_id = o.id and b.status <> 'lapsed' left join team_builds t on t.order_id = o.id`;

/** Orders that somebody bought, or was paid or is to be paid for, newest first. */
export async function ordersOfPerson(
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<CardRow[]> {
  const { rows } = await db.execute<CardRow>(sql`
    select ${CARD}
     where (o.buyer_id = ${userId} or (b.player_id = ${userId} and o.state = 'paid')
            or exists (select 1 from team_build_players p where p.team_build_id = t.id and p.player_id = ${userId} and p.accepted))
       and ${before ? sql`(o.created_at, o.id) < (select created_at, id from orders where id = ${before}::uuid)` : sql`true`}
     order by o.created_at desc, o.id desc limit ${limit}`);
  return rows;
}

export async function cardsOfOrders(db: Db, ids: string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<CardRow>(sql`select ${CARD} where o.id = any (${sql.param(ids)}::uuid[])`);
  return rows;
}

/** Whether somebody took a seat in the squad of an order. */
export async function isSeated(db: Db, orderId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from team_builds t join team_build_players p on p.team_build_id = t.id
     where t.order_id = ${orderId} and p.player_id = ${userId} and p.accepted limit 1`);
  return rows.length > 0;
}
