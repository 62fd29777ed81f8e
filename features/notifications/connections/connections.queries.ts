import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { ConnectedChannel } from '../channels.schema.ts';

/** Returns the name of a user's connected account. */
export async function findConnectedName(
  db: Db,
  userId: string,
  channel: ConnectedChannel,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from channel_connections where user_id = ${userId} and channel = ${channel}`,
  );
  return rows[0]?.name;
}

/** Saves the OAuth `state` that the callback has to match. */
export async function saveOAuthState(
  db: Db,
  userId: string,
  { channel, state }: { channel: ConnectedChannel; state: string },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into connection_states (user_id, channel, state, created_at)
    values (${userId}, ${channel}, ${state}, ${now})
    on conflict (user_id, channel) do update set state = excluded.state, created_at = excluded.created_at`);
}

/** Consumes the state. Returns false when it isn't this user's or has expired. */
export async function claimState(
  db: Db,
  userId: string,
  { channel, state }: { channel: ConnectedChannel; state: string },
  since: Date,
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from connection_states
         where user_id = ${userId} and channel = ${channel} and state = ${state} and created_at >= ${since}`,
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Connects an external account, replacing the same user's earlier one.
 * @throws a unique violation when the account is connected to someone else
 */
export async function upsertConnection(
  db: Db,
  userId: string,
  account: { channel: ConnectedChannel; address: string; name: string },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into channel_connections (user_id, channel, address, name, connected_at)
    values (${userId}, ${account.channel}, ${account.address}, ${account.name}, ${now})
    on conflict (user_id, channel) do update
      set address = excluded.address, name = excluded.name, connected_at = excluded.connected_at`);
}

export async function deleteConnection(db: Db, userId: string, channel: ConnectedChannel): Promise<void> {
  await db.execute(sql`delete from channel_connections where user_id = ${userId} and channel = ${channel}`);
}
