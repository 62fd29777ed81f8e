import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { accountContacts } from '../../accounts/account-views.queries.ts';
import { playerContacts } from '../../profiles/player-views.queries.ts';
import type { Kind } from '../notifications.schema.ts';

/** Advisory lock ID, the same on every node. Nothing else uses it. */
const KEYS_LOCK = 7_302_027;

/** Blocks other nodes from generating the pair at the same time; released at the end of the transaction. */
export async function lockPushKeys(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
}

export type StoredKeys = { public_key: string; private_key: string };

export async function findPushKeys(db: Db): Promise<StoredKeys | undefined> {
  const { rows } = await db.execute<StoredKeys>(sql`select public_key, private_key from push_keys`);
  return rows[0];
}

export async function insertPushKeys(tx: Db, keys: StoredKeys, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into push_keys (public_key, private_key, created_at) values (${keys.public_key}, ${keys.private_key}, ${now})`);
}

/** Replaces the encrypted private key if it's still the one that was read. */
export async function replacePrivatePushKey(db: Db, before: string, after: string): Promise<void> {
  await db.execute(sql`update push_keys set private_key = ${after} where private_key = ${before}`);
}

export type Device = {
  id: string;
  session_id: string;
  fingerprint: string;
  endpoint: string;
  p256dh: string;
  auth_secret: string;
  name: string;
  added_at: string;
  last_sent_at: string | null;
};

/** Lists the browsers in which a user turned push on, oldest first. */
export async function listDevices(db: Db, userId: string): Promise<Device[]> {
  const { rows } = await db.execute<Device>(sql`
    select id, session_id, fingerprint, endpoint, p256dh, auth_secret, name, added_at, last_sent_at
      from push_devices where user_id = ${userId} order by added_at, id`);
  return rows;
}

/** Serializes a user's requests to turn on devices, so that the devices can be counted. */
export async function lockDevices(tx: Db, userId: string): Promise<void> {
  await tx.execute(
    sql`insert into notification_settings (user_id) values (${userId}) on conflict (user_id) do nothing`,
  );
  await tx.execute(sql`select 1 from notification_settings where user_id = ${userId} for update`);
}

export type DeviceKeys = { fingerprint: string; endpoint: string; p256dh: string; auth: string };

/**
 * Turns on push in a browser, or takes it over from the browser's previous user.
 * @returns false when another user's browser has this address (with different keys)
 */
export async function upsertDevice(
  tx: Db,
  owner: { userId: string; sessionId: string; name: string },
  keys: DeviceKeys,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into push_devices as d (user_id, session_id, fingerprint, endpoint, p256dh, auth_secret, name, added_at)
    values (${owner.userId}, ${owner.sessionId}, ${keys.fingerprint}, ${keys.endpoint}, ${keys.p256dh}, ${keys.auth},
            ${owner.name}, ${now})
    on conflict (fingerprint) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, name = excluded.name,
          added_at = case when d.user_id = excluded.user_id then d.added_at else excluded.added_at end,
          last_sent_at = case when d.user_id = excluded.user_id then d.last_sent_at end
      where d.p256dh = excluded.p256dh and d.auth_secret = excluded.auth_secret`);
  return (rowCount ?? 0) > 0;
}

/** Returns the device registered for this endpoint, if the caller knows its auth secret. */
export async function findDeviceByEndpoint(
  db: Db,
  device: { fingerprint: string; auth: string },
): Promise<{ id: string; session_id: string } | undefined> {
  const { rows } = await db.execute<{ id: string; session_id: string }>(
    sql`select id, session_id from push_devices where fingerprint = ${device.fingerprint} and auth_secret = ${device.auth}`,
  );
  return rows[0];
}

/**
 * Changes a browser's address.
 * @throws a unique violation when another browser has it
 */
export async function updateDeviceKeys(db: Db, id: string, keys: DeviceKeys): Promise<void> {
  await db.execute(sql`
    update push_devices
       set fingerprint = ${keys.fingerprint}, endpoint = ${keys.endpoint}, p256dh = ${keys.p256dh},
           auth_secret = ${keys.auth}
     where id = ${id}`);
}

/** @returns false when the user has no device with this ID */
export async function deleteOwnDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from push_devices where id = ${id} and user_id = ${userId}`);
  return (rowCount ?? 0) > 0;
}

/** Removes browsers that no longer accept messages, unless they've got a new address in the meantime. */
export async function deleteGoneDevices(db: Db, devices: readonly Device[]): Promise<void> {
  if (devices.length === 0) return;
  await db.execute(sql`
    delete from push_devices where id = any (${sql.param(devices.map(({ id }) => id))}::uuid[])
       and endpoint = any (${sql.param(devices.map(({ endpoint }) => endpoint))}::text[])`);
}

/** Records that a device has received a message. */
export async function insertArrival(db: Db, deliveryId: string, deviceId: string, now: Date): Promise<void> {
  await db.execute(sql`
    with sent as (update push_devices set last_sent_at = ${now} where id = ${deviceId} returning id)
    insert into push_arrivals (delivery_id, device_id)
    select d.id, s.id from notification_deliveries d, sent s where d.id = ${deliveryId}
    on conflict do nothing`);
}

type Topic = { userId: string; topic: string };

/** Marks a topic's unsent pushes as skipped. */
export async function skipWaitingPushes(tx: Db, { userId, topic }: Topic, now: Date): Promise<void> {
  await tx.execute(sql`
    update notification_deliveries d set status = 'skipped', settled_at = ${now}
      from notification_outbox o
     where o.id = d.outbox_id and o.user_id = ${userId} and o.topic = ${topic} and d.channel = 'push'
           and d.status = 'waiting' and d.attempts = 0`);
}

/** Counts the devices on which a push on this topic may be visible. */
export async function countDevicesPushed(tx: Db, { userId, topic }: Topic): Promise<number> {
  const { rows } = await tx.execute<{ devices: number }>(sql`
    select count(*)::int as devices from push_devices where user_id = ${userId} and exists (
      select 1 from notification_outbox o join notification_deliveries d on d.outbox_id = o.id
       where o.user_id = ${userId} and o.topic = ${topic} and not o.closes and d.channel = 'push'
             and (d.status in ('sending', 'sent', 'lost') or d.status = 'waiting' and d.attempts > 0))`);
  return rows[0]!.devices;
}

/** Lists the devices that a message has reached. */
export async function listArrivals(db: Db, deliveryId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ device_id: string }>(
    sql`select device_id from push_arrivals where delivery_id = ${deliveryId}`,
  );
  return new Set(rows.map(({ device_id }) => device_id));
}

/** Deletes the arrivals of finished messages, which are never retried. */
export async function deleteOldArrivals(db: Db): Promise<void> {
  await db.execute(sql`
    delete from push_arrivals a using notification_deliveries d
     where d.id = a.delivery_id and d.settled_at is not null`);
}

export type PushReach = {
  user_id: string;
  session_ids: string[];
  consent: boolean;
  timezone: string;
  enabled: boolean | null;
  quiet_start: string | null;
  quiet_end: string | null;
  urgent_in_quiet: boolean;
};

/** Loads the facts that decide whether users can be reached by push, for those who have turned it on somewhere. */
export async function listPushReach(db: Db, userIds: readonly string[], kind: Kind): Promise<PushReach[]> {
  const { rows } = await db.execute<PushReach>(sql`
    select u.id as user_id, d.session_ids, coalesce(p.consent_comms, false) as consent,
           coalesce(p.timezone, 'UTC') as timezone, n.enabled,
           case when s.user_id is null then '23:00' else s.quiet_start end as quiet_start,
           case when s.user_id is null then '08:00' else s.quiet_end end as quiet_end,
           coalesce(s.urgent_in_quiet, false) as urgent_in_quiet
      from (select user_id, array_agg(session_id) as session_ids from push_devices
             where user_id = any (${sql.param([...userIds])}::uuid[]) group by user_id) d
      join ${accountContacts} u on u.id = d.user_id
      left join ${playerContacts} p on p.id = u.id
      left join notification_settings s on s.user_id = u.id
      left join notification_preferences n on n.user_id = u.id and n.kind = ${kind} and n.channel = 'push'`);
  return rows;
}
