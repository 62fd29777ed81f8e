import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';

/** The name under which somebody is connected. */
export async function discordNameOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ username: string }>(
    sql`select username from discord_connections where user_id = ${userId}`,
  );
  return rows[0]?.username;
}

/** Remembers the word with which somebody has to come back. */
export async function putState(db: Db, userId: string, state: string, now: Date): Promise<void> {
  await db.execute(sql`
    insert into discord_states (user_id, state, created_at) values (${userId}, ${state}, ${now})
    on conflict (user_id) do update set state = excluded.state, created_at = excluded.created_at`);
}

/** Uses the word up; false when it was not theirs or is too old. */
export async function claimState(db: Db, userId: string, state: string, since: Date): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from discord_states where user_id = ${userId} and state = ${state} and created_at >= ${since}`,
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Connects an account of Discord, replacing an earlier one of the same person.
 * @throws a unique violation when it is connected to somebody else
 */
export async function putConnection(db: Db, userId: string, discord: { id: string; username: string }, now: Date) {
  await db.execute(sql`
    insert into discord_connections (user_id, discord_id, username, connected_at)
    values (${userId}, ${discord.id}, ${discord.username}, ${now})
    on conflict (user_id) do update
      set discord_id = excluded.discord_id, username = excluded.username, connected_at = excluded.connected_at`);
}

export async function deleteConnection(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from discord_connections where user_id = ${userId}`);
}
