import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { parseTextRows, prepareStatementFor, toTextRows } from '../../db/prepared-statements.ts';
import { accountContacts } from '../accounts/account-views.queries.ts';
import { playerContacts } from '../profiles/player-views.queries.ts';
import {
  type Addresses,
  CHANNEL_FACTS,
  CHANNELS,
  type Channel,
  type ConnectedChannel,
  DEFAULT_CHANNEL,
  isConnected,
  mapChannels,
  type SuppressionReason,
} from './channels.schema.ts';
import { getOutboxPriority } from './notifications.rules.ts';
import type { InboxItem, Kind, NewNotification } from './notifications.schema.ts';
import { notificationOutbox } from './notifications.tables.ts';
import { type PendingActionQuery, selectPendingActions } from './pending-actions.queries.ts';
import { INBOX_ACTION_KINDS } from './pending-actions.schema.ts';

/**
 * Adds messages in one statement, skipping those whose dedupe key already exists.
 * @returns how many were new
 */
export async function insertOutbox(db: Db, notifications: NewNotification[], now: Date): Promise<number> {
  // JSON drops undefined fields. Most fields are rarely set, and sending their defaults would take a fifth longer.
  const rows = notifications.map((one) => ({
    user_id: one.userId,
    kind: one.kind,
    dedupe_key: `${one.userId}:${one.dedupeKey}`,
    title: one.title,
    lines: one.lines,
    address: one.link?.path,
    actions: [...(one.actions ?? []), ...(one.link ? [one.link] : [])],
    attachments: one.attachments,
    recipient: one.recipient,
    channels: one.channels,
    // A message with a deadline may contain an answer token, so it's as secret as a code.
    secret: one.secret ?? (one.deadline ? true : undefined),
    useful_until: one.deadline ?? one.usefulUntil,
    urgent: one.deadline ? true : undefined,
    lane: getOutboxPriority(one.kind, one.deadline !== undefined),
    topic: one.topic,
    push_actions: one.pushActions,
    closes: one.closes,
    mentions: one.mentions,
  }));
  const { rowCount } = await db.execute(sql`
    insert into notification_outbox
      (user_id, kind, dedupe_key, title, lines, address, links, attachments, recipient, channels, secret, useful_until,
       urgent, lane, topic, push_actions, closes, mentions, created_at)
    select user_id, kind, dedupe_key, title, lines, address, actions, coalesce(attachments, '[]'), recipient,
           coalesce(channels, '{}'), coalesce(secret, false), useful_until, coalesce(urgent, false), lane, topic,
           coalesce(push_actions, '[]'), coalesce(closes, false), coalesce(mentions, '{}'), ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        user_id uuid, kind text, dedupe_key text, title text, lines text[], address text, actions jsonb, attachments jsonb,
        recipient jsonb, channels text[], secret boolean, useful_until timestamptz, urgent boolean,
        lane smallint, topic text, push_actions jsonb, closes boolean, mentions jsonb)
    on conflict (dedupe_key) do nothing`);
  return rowCount ?? 0;
}

/** Lists all of a user's messages that aren't secret, newest first. For tests and the data export. */
export async function listOutbox(db: Db, userId: string) {
  return db
    .select({
      kind: notificationOutbox.kind,
      title: notificationOutbox.title,
      lines: notificationOutbox.lines,
      address: notificationOutbox.address,
      actions: notificationOutbox.actions,
      attachments: notificationOutbox.attachments,
      createdAt: notificationOutbox.createdAt,
    })
    .from(notificationOutbox)
    .where(and(eq(notificationOutbox.userId, userId), eq(notificationOutbox.secret, false)))
    .orderBy(desc(notificationOutbox.createdAt), desc(notificationOutbox.id));
}

/** A message's topic, taken from its URL. */
const topicSql = sql`lower(substring(${notificationOutbox.address}
  from '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'))`;

const isInInboxSql = (userId: SQLWrapper) => sql`user_id = ${userId} and not secret`;

/** A message of a user's inbox, as shown in the list. */
export type InboxRow = Pick<InboxItem, 'id' | 'kind' | 'title' | 'lines' | 'address' | 'actions'> & {
  read_at: string | null;
  created_at: string;
};

/**
 * Builds a statement for the newest messages of a user's inbox.
 * @param messageFilter condition on these messages
 */
export const selectNewestMessages = (userId: SQLWrapper, limit: SQLWrapper, messageFilter?: SQL): SQL => sql`
  select id, kind, title, lines, address, links as actions, read_at, created_at from ${notificationOutbox}
   where ${isInInboxSql(userId)} ${messageFilter ?? sql``} order by created_at desc, id desc limit ${limit}`;

type InboxRequest = {
  userId: string;
  now: string;
  limit: number;
  /** Last message already shown; null to start from the beginning. */
  beforeAt: string | null;
  beforeId: string | null;
  /** Whether to return only messages that still need an answer. */
  onlyWaiting: boolean;
};
type InboxParameters = { items: string; unread: number; waiting: number };

/**
 * Builds a message's JSON in the database. Parsing, converting and re-serializing thirty of them here would cost more
 * than the whole statement.
 */
const sentMessageSql = (
  waits: SQL,
) => sql`json_build_object('id', id, 'kind', kind, 'title', title, 'lines', lines, 'address', address, 'actions', actions,
  'read', read_at is not null, 'waits', ${waits}, 'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Selects pending requests, each with its subject and the part of a message's URL that identifies exactly this request.
 */
const requestedByMessageSql = (sources: readonly PendingActionQuery[], userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  select distinct thing::text as thing,
         coalesce('session=' || (facts ->> 'session_id') || '&version=' || (facts ->> 'version'), thing::text) as named
    from ${selectPendingActions(sources, userId, now)} w where kind in ${[...INBOX_ACTION_KINDS]}`;

/** SQL for the CTE `asking`: the messages that ask for a pending answer. */
const isAwaitingAnswerSql = (sources: readonly PendingActionQuery[], userId: SQLWrapper, now: SQLWrapper): SQL => sql`
  asked as materialized (${requestedByMessageSql(sources, userId, sql`${now}::timestamptz`)}),
  asking as materialized (
    select id, thing from ${notificationOutbox} join asked on thing = ${topicSql} and strpos(lower(${notificationOutbox.address}), named) > 0
     where ${isInInboxSql(userId)})`;

/** SQL columns with the inbox's counts; they read from the CTE `asking`. */
const countsSql = (userId: SQLWrapper): SQL => sql`
  (select count(*)::int from ${notificationOutbox} where ${isInInboxSql(userId)} and read_at is null) as unread,
  (select count(distinct thing)::int from asking) as waiting`;

/**
 * Reads one page of a user's inbox in one statement. Also returns which messages ask for a pending answer, the number
 * of their topics, and the unread count. A squad can ask about several sessions at once, and each one is answered
 * separately.
 */
const readInboxText = prepareStatementFor<readonly PendingActionQuery[], InboxRequest, InboxParameters>(
  ({ userId, now, limit, beforeAt, beforeId, onlyWaiting }, sources) => {
    const isOlderSql = sql`(${beforeAt}::timestamptz is null or (created_at, id) < (${beforeAt}::timestamptz, ${beforeId}::uuid))`;
    const asks = sql`id in (select id from asking)`;
    const inboxFilter = sql`and ${isOlderSql} and (not ${onlyWaiting}::boolean or ${asks})`;
    const page = sql`(${selectNewestMessages(userId, limit, inboxFilter)}) page`;
    const items = toTextRows([sql`id`, sql`created_at`, sentMessageSql(asks)], page, sql`created_at desc, id desc`);
    return sql`with ${isAwaitingAnswerSql(sources, userId, now)} select ${items} as items, ${countsSql(userId)}`;
  },
);

type CountsRequest = Pick<InboxRequest, 'userId' | 'now'>;
type Counts = Pick<InboxParameters, 'unread' | 'waiting'>;

const countInboxText = prepareStatementFor<readonly PendingActionQuery[], CountsRequest, Counts>(
  ({ userId, now }, sources) => sql`with ${isAwaitingAnswerSql(sources, userId, now)} select ${countsSql(userId)}`,
);

/** Counts a user's unread messages, and the topics that still need an answer. */
export async function countInbox(
  sources: readonly PendingActionQuery[],
  db: Db,
  request: CountsRequest,
): Promise<Counts> {
  const [counts] = await countInboxText(sources, db, request);
  return counts!;
}

/** A serialized message with the fields that identify its position in the inbox. */
type SentMessage = { id: string; at: string; item: string };

/** Reads a page of the inbox and returns its messages one by one. */
export async function readInboxPage(sources: readonly PendingActionQuery[], db: Db, inboxRequest: InboxRequest) {
  const [read] = await readInboxText(sources, db, inboxRequest);
  const rows = parseTextRows(read!.items).map(([id, at, text]): SentMessage => ({ id: id!, at: at!, item: text! }));
  return { ...read!, rows };
}

/** Counts unread messages in the inbox. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  return db.$count(
    notificationOutbox,
    and(eq(notificationOutbox.userId, userId), isNull(notificationOutbox.readAt), eq(notificationOutbox.secret, false)),
  );
}

/** Marks messages as read. Without IDs, marks all of the user's messages. */
export async function markRead(db: Db, userId: string, ids: string[] | undefined, now: Date): Promise<void> {
  await db.execute(sql`
    update notification_outbox set read_at = ${now}
     where user_id = ${userId} and read_at is null and not secret
       ${ids ? sql`and id = any (${sql.param(ids)}::uuid[])` : sql``}`);
}

/** Lists the newest failed attempts, for the health page. */
export async function listLatestFailures(db: Db, limit: number) {
  const { rows } = await db.execute<{ status: string; channel: Channel; error: string | null; created_at: string }>(
    sql`select status, channel, error, created_at from notifications
         where status = 'failed' order by created_at desc, id desc limit ${limit}`,
  );
  return rows;
}

/** Counts attempts and failures since the given time, by channel; for the health check. */
export async function countAttemptsSince(db: Db, since: Date) {
  const { rows } = await db.execute<{ channel: Channel; attempts: number; failed: number }>(
    sql`select channel, count(*) as attempts, count(*) filter (where status = 'failed') as failed
          from notifications where created_at >= ${since} group by channel order by channel`,
  );
  return rows;
}

export type PreferenceRow = { kind: Kind; channel: Channel; enabled: boolean };

/** Lists the preferences a user has chosen. */
export async function listPreferences(db: Db, userId: string): Promise<PreferenceRow[]> {
  const { rows } = await db.execute<PreferenceRow>(
    sql`select kind, channel, enabled from notification_preferences where user_id = ${userId}`,
  );
  return rows;
}

export async function setPreference(db: Db, userId: string, choice: PreferenceRow, now: Date): Promise<void> {
  await db.execute(sql`
    insert into notification_preferences (user_id, kind, channel, enabled, updated_at)
    values (${userId}, ${choice.kind}, ${choice.channel}, ${choice.enabled}, ${now})
    on conflict (user_id, kind, channel) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`);
}

export type SettingsRow = {
  quiet_start: string | null;
  quiet_end: string | null;
  urgent_in_quiet: boolean;
  unsubscribe_token: string;
};

/** Returns the user's settings; creates the row with defaults if it doesn't exist yet. */
export async function findSettings(db: Db, userId: string): Promise<SettingsRow> {
  await db.execute(
    sql`insert into notification_settings (user_id) values (${userId}) on conflict (user_id) do nothing`,
  );
  const { rows } = await db.execute<SettingsRow>(
    sql`select quiet_start, quiet_end, urgent_in_quiet, unsubscribe_token
          from notification_settings where user_id = ${userId}`,
  );
  return rows[0]!;
}

/** Replaces quiet hours and whether urgent messages may break them. */
export async function updateSettings(
  db: Db,
  userId: string,
  next: { quietStart: string | null; quietEnd: string | null; urgentInQuiet: boolean },
): Promise<void> {
  await db.execute(sql`
    update notification_settings
       set quiet_start = ${next.quietStart}, quiet_end = ${next.quietEnd}, urgent_in_quiet = ${next.urgentInQuiet}
     where user_id = ${userId}`);
}

export async function findUserByUnsubscribeToken(db: Db, token: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ user_id: string }>(
    sql`select user_id from notification_settings where unsubscribe_token = ${token}`,
  );
  return rows[0]?.user_id;
}

/** Placeholder address for users with push. Devices and their sessions are checked when sending. */
const DEVICES = sql`(select 'devices' from push_devices d where d.user_id = u.id limit 1)`;

/**
 * SQL for the address of each channel without a connected account, from `u` (account) and `p` (profile). The profile's
 * confirmed addresses come first, because people may want notifications somewhere other than their sign-in address.
 * Security messages use the account's addresses. Unconfirmed addresses are never used.
 */
const OWN_ADDRESSES: Record<Exclude<Channel, ConnectedChannel>, { usual: SQL; account: SQL }> = {
  email: { usual: sql`coalesce(p.confirmed_email, u.email)`, account: sql`u.email` },
  sms: { usual: sql`'+' || coalesce(p.confirmed_phone, u.phone)`, account: sql`'+' || u.phone` },
  push: { usual: DEVICES, account: DEVICES },
};

function addressSql(channel: Channel, addressKind: 'usual' | 'account'): SQL {
  if (!isConnected(channel)) return OWN_ADDRESSES[channel][addressKind];
  return sql`(select k.address from channel_connections k
               where k.user_id = u.id and k.channel = ${sql.raw(`'${channel}'`)})`;
}

const isSuppressedSql = (channel: Channel) => sql`exists (
  select 1 from channel_closures x
   where x.user_id = u.id and x.channel = ${sql.raw(`'${channel}'`)} and x.address = ${addressSql(channel, 'usual')})`;

const toChannelObject = (value: (channel: Channel) => SQL) =>
  sql`jsonb_build_object(${sql.join(
    CHANNELS.map((channel) => sql`${sql.raw(`'${channel}'`)}, ${value(channel)}`),
    sql`, `,
  )})`;

/** JSON object with the address of each channel, from `u` and `p`; suppressed channels have none. */
export const ADDRESSES = toChannelObject(
  (channel) => sql`case when not ${isSuppressedSql(channel)} then ${addressSql(channel, 'usual')} end`,
);
/**
 * JSON object with the account's own addresses. Security messages use these addresses, even if they refused our earlier
 * messages.
 */
export const ACCOUNT_ADDRESSES = toChannelObject((channel) => addressSql(channel, 'account'));
/** JSON object with a flag for each channel: whether its address refuses our messages, from `u` and `p`. */
export const SUPPRESSED_CHANNELS = toChannelObject(isSuppressedSql);

export type Suppression = { channel: Channel; why: SuppressionReason; closed_at: string };

/** Lists a user's channels that refuse our messages, newest first. */
export async function listSuppressions(db: Db, userId: string): Promise<Suppression[]> {
  const { rows } = await db.execute<Suppression & { closed: Record<Channel, boolean> }>(sql`
    select c.channel, c.why, c.closed_at, ${SUPPRESSED_CHANNELS} as closed
      from channel_closures c
      join ${accountContacts} u on u.id = c.user_id
      left join ${playerContacts} p on p.id = u.id
     where c.user_id = ${userId} order by c.closed_at desc`);
  // A suppression no longer applies once the address has changed.
  return rows.filter(({ channel, closed }) => closed[channel]);
}

/**
 * Records that an address permanently refused our messages.
 * @returns false when that was already known
 */
export async function insertSuppression(
  db: Db,
  userId: string,
  closure: { channel: Channel; address: string; why: SuppressionReason; error: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into channel_closures (user_id, channel, address, why, error, closed_at)
    values (${userId}, ${closure.channel}, ${closure.address}, ${closure.why}, ${closure.error}, ${now})
    on conflict (user_id, channel) do update
      set address = excluded.address, why = excluded.why, error = excluded.error, closed_at = excluded.closed_at
      where channel_closures.address <> excluded.address or channel_closures.why <> excluded.why`);
  return (rowCount ?? 0) > 0;
}

/** Reopens a user's channel. */
export async function deleteSuppression(db: Db, userId: string, channel: Channel): Promise<void> {
  await db.execute(sql`delete from channel_closures where user_id = ${userId} and channel = ${channel}`);
}

/** The channel that the profile `p` prefers. */
export const PREFERRED_CHANNEL = sql.raw(
  `case p.preferred_contact ${CHANNELS.filter(
    (channel) => channel !== DEFAULT_CHANNEL && CHANNEL_FACTS[channel].preferredContact,
  )
    .map((channel) => `when '${CHANNEL_FACTS[channel].preferredContact}' then '${channel}'`)
    .join(' ')} else '${DEFAULT_CHANNEL}' end`,
);

export type Contact = {
  consent: boolean;
  preferred: Channel;
  addresses: Addresses;
};

/**
 * Returns how a user may be contacted, except for security messages. The profile's addresses take precedence over the
 * account's. A user without a profile was never asked, so they haven't consented.
 */
export async function findContact(db: Db, userId: string): Promise<Contact> {
  const { rows } = await db.execute<Contact>(sql`
    select coalesce(p.consent_comms, false) as consent, ${PREFERRED_CHANNEL} as preferred, ${ADDRESSES} as addresses
      from ${accountContacts} u
      left join ${playerContacts} p on p.id = u.id
     where u.id = ${userId}`);
  return rows[0] ?? { consent: false, preferred: DEFAULT_CHANNEL, addresses: mapChannels(() => null) };
}
