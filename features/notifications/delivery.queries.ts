import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import { parseInstant } from '../../time/postgres-instants.ts';
import { accountContacts } from '../accounts/account-views.queries.ts';
import { playerContacts, selectLanguage } from '../profiles/player-views.queries.ts';
import {
  type Addresses,
  CHANNEL_FACTS,
  CHANNELS,
  type Channel,
  mapChannels,
  type SuppressionReason,
} from './channels.schema.ts';
import { ACCOUNT_ADDRESSES, ADDRESSES, PREFERRED_CHANNEL, SUPPRESSED_CHANNELS } from './notifications.queries.ts';
import {
  type Facts,
  HIGHEST_PRIORITY,
  MAX_ATTEMPTS,
  type OutboxPriority,
  type ScheduledSend,
} from './notifications.rules.ts';
import type { Attachment, Kind, Link, MessageAction, PushAction } from './notifications.schema.ts';

type FactsRow = {
  outbox_id: string;
  user_id: string;
  kind: Kind;
  title: string;
  lines: string[];
  address: Link['path'] | null;
  actions: MessageAction[];
  attachments: Attachment[];
  recipient: { email?: string; phone?: string } | null;
  channels: Channel[];
  secret: boolean;
  created_at: string;
  useful_until: string | null;
  urgent: boolean;
  topic: string | null;
  closes: boolean;
  push_actions: PushAction[];
  addresses: Addresses;
  closed: Record<Channel, boolean>;
  consent: boolean;
  preferred: Channel;
  timezone: string;
  preferences: Partial<Record<Channel, boolean>>;
  quiet_start: string | null;
  quiet_end: string | null;
  urgent_in_quiet: boolean;
  language: Locale | null;
  unsubscribe_token: string | null;
  shared_mail_at: string | null;
};

/** A message with everything that determines its channels. */
export type Message = Facts & {
  outboxId: string;
  userId: string;
  title: string;
  lines: string[];
  address: Link['path'] | null;
  actions: MessageAction[];
  attachments: Attachment[];
  /** Whether the message expires within seconds or minutes, at `usefulUntil`. */
  urgent: boolean;
  /** Subject. A newer message on the same topic replaces an older one. */
  topic: string | null;
  closes: boolean;
  pushActions: PushAction[];
  /** The recipient's language, for the texts around the message. */
  language: Locale;
  unsubscribeToken: string | null;
};

const FACTS = sql`
  o.id as outbox_id, o.user_id, o.kind, o.title, o.lines, o.address, o.links as actions, o.attachments, o.recipient, o.channels, o.secret,
  o.created_at, o.useful_until, o.urgent, o.topic, o.closes, o.push_actions,
  case when o.kind = 'security' then ${ACCOUNT_ADDRESSES} else ${ADDRESSES} end as addresses,
  ${SUPPRESSED_CHANNELS} as closed,
  coalesce(p.consent_comms, false) as consent, coalesce(p.timezone, 'UTC') as timezone,
  ${PREFERRED_CHANNEL} as preferred,
  coalesce((select jsonb_object_agg(n.channel, n.enabled) from notification_preferences n
             where n.user_id = o.user_id and n.kind = o.kind), '{}'::jsonb) as preferences,
  case when s.user_id is null then '23:00' else s.quiet_start end as quiet_start,
  case when s.user_id is null then '08:00' else s.quiet_end end as quiet_end,
  coalesce(s.urgent_in_quiet, false) as urgent_in_quiet, ${selectLanguage(sql`o.user_id`)} as language, s.unsubscribe_token,
  s.shared_mail_at`;
const FACTS_FROM = sql`
  join ${accountContacts} u on u.id = o.user_id
  left join ${playerContacts} p on p.id = o.user_id
  left join notification_settings s on s.user_id = o.user_id`;

/** Returns the addresses that the message itself provides. Channels that only reach accounts have none. */
function toRecipient(recipient: NonNullable<FactsRow['recipient']>): Addresses {
  return mapChannels((channel) => {
    const key = CHANNEL_FACTS[channel].recipient;
    return key ? (recipient[key] ?? null) : null;
  });
}

function toMessage(row: FactsRow): Message {
  return {
    outboxId: row.outbox_id,
    userId: row.user_id,
    kind: row.kind,
    title: row.title,
    lines: row.lines,
    address: row.address,
    actions: row.actions,
    attachments: row.attachments,
    secret: row.secret,
    createdAt: parseInstant(row.created_at),
    usefulUntil: row.useful_until ? parseInstant(row.useful_until) : null,
    urgent: row.urgent,
    topic: row.topic,
    closes: row.closes,
    pushActions: row.push_actions,
    channels: row.channels,
    addresses: row.recipient ? toRecipient(row.recipient) : row.addresses,
    closed: row.recipient ? [] : CHANNELS.filter((channel) => row.closed[channel]),
    ownRecipient: row.recipient !== null,
    consent: row.consent,
    preferred: row.preferred,
    files: row.attachments.length > 0,
    timezone: row.timezone,
    preferences: row.preferences,
    quietStart: row.quiet_start,
    quietEnd: row.quiet_end,
    urgentInQuiet: row.urgent_in_quiet,
    language: row.language ?? SOURCE_LOCALE,
    unsubscribeToken: row.unsubscribe_token,
    sharedMailAt: row.shared_mail_at ? parseInstant(row.shared_mail_at) : null,
  };
}

/** Advisory lock ID, the same on every node. Nothing else uses it. */
const SCHEDULING_LOCK = 7_302_028;

/**
 * Locks unscheduled messages up to the given priority, by priority and then oldest first, until the transaction ends.
 * Only one worker at a time schedules messages that may share an email, because two workers skipping each other's rows
 * would split a person's burst between them. Messages of the highest priority are never combined, so they need no lock.
 */
export async function lockUnscheduled(tx: Db, maxPriority: OutboxPriority, limit: number): Promise<Message[]> {
  if (maxPriority > HIGHEST_PRIORITY) await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULING_LOCK})`);
  const { rows } = await tx.execute<FactsRow>(sql`
    with chosen as (
      select id from notification_outbox where planned_at is null and lane <= ${maxPriority}
       order by lane, created_at, id limit ${limit} for update skip locked)
    select ${FACTS} from chosen c join notification_outbox o on o.id = c.id ${FACTS_FROM}`);
  return rows.map(toMessage);
}

export type ScheduledDelivery = ScheduledSend & { outboxId: string; userId: string };

/** Inserts the deliveries of scheduled messages and marks those messages as scheduled. */
export async function insertSchedule(
  tx: Db,
  outboxIds: string[],
  deliveries: ScheduledDelivery[],
  now: Date,
): Promise<void> {
  const rows = deliveries.map((one) => ({
    outbox_id: one.outboxId,
    channel: one.channel,
    due_at: one.dueAt,
    shared_by: one.shares ? one.userId : null,
    stands_in: one.standsIn,
  }));
  await tx.execute(sql`
    insert into notification_deliveries (outbox_id, channel, due_at, shared_by, stands_in, lane)
    select r.outbox_id, r.channel, r.due_at, r.shared_by, r.stands_in, o.lane
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (outbox_id uuid, channel text, due_at timestamptz, shared_by uuid, stands_in boolean)
      join notification_outbox o on o.id = r.outbox_id
    on conflict (outbox_id, channel) do nothing`);
  await tx.execute(
    sql`update notification_outbox set planned_at = ${now} where id = any (${sql.param(outboxIds)}::uuid[])`,
  );
}

/** Creates the settings row, which holds the unsubscribe token, for everyone who is about to get an email. */
export async function ensureSettings(tx: Db, userIds: string[]): Promise<void> {
  await tx.execute(sql`
    insert into notification_settings (user_id) select distinct unnest(${sql.param(userIds)}::uuid[])
    on conflict (user_id) do nothing`);
}

export type Claim = {
  deliveryId: string;
  channel: Channel;
  attempt: number;
  message: Message;
  /** Whether the delivery is a fallback for a channel that didn't accept the message. */
  standsIn: boolean;
  /** Time of an earlier attempt whose message may have arrived. */
  unsureSince: Date | undefined;
};

type ClaimRow = FactsRow & {
  delivery_id: string;
  channel: Channel;
  attempts: number;
  stands_in: boolean;
  unsure_since: string | null;
};

const toClaim = (row: ClaimRow): Claim => ({
  deliveryId: row.delivery_id,
  channel: row.channel,
  attempt: row.attempts,
  message: toMessage(row),
  standsIn: row.stands_in,
  unsureSince: row.unsure_since ? parseInstant(row.unsure_since) : undefined,
});

/** Maximum number of messages per email; longer bursts are split. */
const MAX_PER_EMAIL = 20;

/**
 * Claims due deliveries up to the given priority: higher priorities first, then the longest overdue. Also claims other
 * messages due to the same people if they may share an email. The claim is committed before anything is sent. If a node
 * crashes in between, its deliveries stay in `sending` until they're requeued or failed as lost. A person has only one
 * claim at a time, otherwise workers would split a burst between them.
 * @returns groups to send as one, longest due first
 */
export async function claimDue(
  db: Db,
  maxPriority: OutboxPriority,
  channels: readonly Channel[],
  { now, limit }: { now: Date; limit: number },
): Promise<Claim[][]> {
  const { rows } = await db.execute<ClaimRow & { shared_by: string | null }>(sql`
    with first as (
      select d.id, d.shared_by
        from notification_deliveries d
        join notification_outbox o on o.id = d.outbox_id
        join notification_settings s on s.user_id = o.user_id
       where d.status = 'waiting' and d.due_at <= ${now} and d.channel = any (${sql.param([...channels])}::text[])
             and d.lane <= ${maxPriority}
       order by d.lane, d.due_at, d.id limit ${limit} for update of d, s skip locked),
    others as (
      select more.id from (select distinct shared_by from first where shared_by is not null) person
       cross join lateral (
         select id from notification_deliveries
          where shared_by = person.shared_by and id not in (select id from first)
            and status = 'waiting' and due_at <= ${now}
          order by due_at, id limit ${MAX_PER_EMAIL - 1} for update skip locked) more),
    claimed as (
      update notification_deliveries set status = 'sending', attempts = attempts + 1, claimed_at = ${now}
       where id in (select id from first union all select id from others)
      returning id, outbox_id, channel, attempts, lane, due_at, shared_by, stands_in, unsure_since),
    begun as (
      update notification_settings set shared_mail_at = ${now}
       where user_id in (select shared_by from first)
      returning 1)
    select c.id as delivery_id, c.channel, c.attempts, c.stands_in, c.unsure_since, c.shared_by, ${FACTS}
      from claimed c join notification_outbox o on o.id = c.outbox_id ${FACTS_FROM}
     order by c.lane, c.due_at, o.created_at, c.id`);
  return groupIntoEmails(rows);
}

/**
 * Groups messages that are sent together: a person's messages that may share an email, up to a maximum. Every other
 * message is its own group.
 */
function groupIntoEmails(rows: (ClaimRow & { shared_by: string | null })[]): Claim[][] {
  const open = new Map<string, Claim[]>();
  const all: Claim[][] = [];
  for (const row of rows) {
    const mail = row.shared_by === null ? undefined : open.get(row.shared_by);
    if (mail && mail.length < MAX_PER_EMAIL) mail.push(toClaim(row));
    else {
      const next = [toClaim(row)];
      all.push(next);
      if (row.shared_by !== null) open.set(row.shared_by, next);
    }
  }
  return all;
}

/**
 * Marks a delivery as failed, because the vendor reported later that it didn't arrive.
 * @returns the delivery, or undefined when it's neither sent nor being sent
 */
export async function reopenSentDeliveries(tx: Db, deliveryId: string, now: Date): Promise<Claim | undefined> {
  const { rows } = await tx.execute<ClaimRow>(sql`
    with back as (
      update notification_deliveries set status = 'failed', settled_at = ${now}
       where id = ${deliveryId} and status in ('sent', 'sending')
      returning id, outbox_id, channel, attempts, stands_in, unsure_since)
    select c.id as delivery_id, c.channel, c.attempts, c.stands_in, c.unsure_since, ${FACTS}
      from back c join notification_outbox o on o.id = c.outbox_id ${FACTS_FROM}`);
  return rows[0] && toClaim(rows[0]);
}

/** Lists the channels tried for a message. `carried`: whether one of them still has it or may have delivered it. */
export async function listChannelsOfMessage(tx: Db, outboxId: string): Promise<{ tried: Channel[]; carried: boolean }> {
  const { rows } = await tx.execute<{ channel: Channel; status: string }>(
    sql`select channel, status from notification_deliveries where outbox_id = ${outboxId}`,
  );
  return {
    tried: rows.map(({ channel }) => channel),
    carried: rows.some(({ status }) => ['waiting', 'sending', 'sent', 'lost'].includes(status)),
  };
}

export type DeliveryResult =
  | { status: 'sent'; providerId: string | null }
  | { status: 'waiting'; error: string; dueAt: Date; unsureSince?: Date }
  | { status: 'failed'; error: string; why?: SuppressionReason }
  | { status: 'lost'; error: string }
  /** `closed`: the address has permanently refused our messages. */
  | { status: 'skipped'; closed: boolean };

/**
 * Ends a claim and records the attempt.
 * @returns false when the claim was lost in the meantime
 */
export async function recordResult(tx: Db, claim: Claim, settlement: DeliveryResult, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update notification_deliveries
       set status = ${settlement.status}, claimed_at = null,
           attempts = ${settlement.status === 'skipped' ? claim.attempt - 1 : claim.attempt},
           due_at = ${settlement.status === 'waiting' ? settlement.dueAt : sql`due_at`},
           unsure_since = ${settlement.status === 'waiting' ? (settlement.unsureSince ?? null) : sql`unsure_since`},
           settled_at = ${settlement.status === 'waiting' ? null : now},
           provider_id = ${settlement.status === 'sent' ? settlement.providerId : null}
     where id = ${claim.deliveryId} and status = 'sending'`);
  if (!rowCount) return false;
  if (settlement.status !== 'skipped') {
    await insertAttempt(tx, claim, 'error' in settlement ? settlement.error : null, now);
  }
  return true;
}

/**
 * Ends the claims of many sent messages and records the attempts, in one statement.
 * @returns the deliveries whose claim wasn't lost in the meantime
 */
export async function recordSent(
  tx: Db,
  deliveries: readonly { claim: Claim; providerId: string | null }[],
  now: Date,
): Promise<Claim[]> {
  const rows = deliveries.map(({ claim, providerId }) => ({
    id: claim.deliveryId,
    provider_id: providerId,
    attempt: claim.attempt,
    outbox_id: claim.message.outboxId,
    user_id: claim.message.userId,
    kind: claim.message.kind,
    channel: claim.channel,
  }));
  const { rows: endedRows } = await tx.execute<{ id: string }>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id uuid, provider_id text, attempt smallint, outbox_id uuid, user_id uuid, kind text, channel text)),
    ended as (
      update notification_deliveries d
         set status = 'sent', claimed_at = null, attempts = g.attempt, settled_at = ${now}, provider_id = g.provider_id
        from given g where d.id = g.id and d.status = 'sending'
      returning d.id),
    written as (
      insert into notifications (outbox_id, user_id, kind, channel, status, attempt, error, created_at)
      select outbox_id, user_id, kind, channel, 'sent', attempt, null, ${now}::timestamptz
        from given where id in (select id from ended)
      returning 1)
    select id from ended`);
  const ids = new Set(endedRows.map(({ id }) => id));
  return deliveries.filter(({ claim }) => ids.has(claim.deliveryId)).map(({ claim }) => claim);
}

/** Records an attempt. Without an error, the message was sent. */
export async function insertAttempt(tx: Db, claim: Claim, error: string | null, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into notifications (outbox_id, user_id, kind, channel, status, attempt, error, created_at)
    values (${claim.message.outboxId}, ${claim.message.userId}, ${claim.message.kind}, ${claim.channel},
            ${error === null ? 'sent' : 'failed'}, ${claim.attempt}, ${error}, ${now})`);
}

/** Erases the content of secret messages (codes, sign-in links) once no delivery is pending. */
export async function wipeSpentSecrets(db: Db): Promise<void> {
  await db.execute(sql`
    update notification_outbox o set lines = '{}', address = null, links = '[]', attachments = '[]', push_actions = '[]'
     where o.secret and o.planned_at is not null and o.lines <> '{}'
       and not exists (select 1 from notification_deliveries d
                        where d.outbox_id = o.id and d.status in ('waiting', 'sending'))`);
}

/** Requeues the deliveries that a stopped node had claimed, on channels whose vendor can report a message's status. */
export async function requeueLostDeliveries(
  tx: Db,
  channels: readonly Channel[],
  claimedBefore: Date,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update notification_deliveries
       set status = 'waiting', due_at = ${now}, unsure_since = coalesce(unsure_since, claimed_at), claimed_at = null
     where status = 'sending' and claimed_at < ${claimedBefore} and attempts < ${MAX_ATTEMPTS}
       and channel = any (${sql.param([...channels])}::text[])`);
}

/**
 * Fails the deliveries that a stopped node had claimed and that weren't requeued. Each is recorded as a failed attempt
 * that isn't retried.
 */
export async function failLostDeliveries(tx: Db, claimedBefore: Date, error: string, now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with lost as (
      update notification_deliveries set status = 'lost', claimed_at = null, settled_at = ${now}
       where status = 'sending' and claimed_at < ${claimedBefore}
      returning outbox_id, channel, attempts)
    insert into notifications (outbox_id, user_id, kind, channel, status, attempt, error, created_at)
    select l.outbox_id, o.user_id, o.kind, l.channel, 'failed', l.attempts, ${error}, ${now}::timestamptz
      from lost l join notification_outbox o on o.id = l.outbox_id`);
  return rowCount ?? 0;
}
