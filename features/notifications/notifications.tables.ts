import { bigint, boolean, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { Mentions } from '../../messages/mentions.ts';
import type { Channel, SuppressionReason } from './channels.schema.ts';
import type { Attachment, Link, MessageAction, PushAction } from './notifications.schema.ts';

export const notificationOutbox = pgTable('notification_outbox', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  kind: text().notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  title: text().notNull(),
  lines: text().array().notNull(),
  address: text().$type<Link['path']>(),
  actions: jsonb('links').$type<MessageAction[]>().notNull(),
  attachments: jsonb().$type<Attachment[]>().notNull(),
  recipient: jsonb().$type<{ email?: string; phone?: string } | null>(),
  channels: text().array().$type<Channel[]>().notNull(),
  secret: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  usefulUntil: instant('useful_until'),
  plannedAt: instant('planned_at'),
  readAt: instant('read_at'),
  /** Whether the message is only useful for seconds or minutes, until `usefulUntil`. */
  urgent: boolean().notNull(),
  /** Priority: 0 is sent before 1, and 1 before 2, no matter how long others have waited. */
  lane: smallint().notNull(),
  topic: text(),
  /** Whether the message silently replaces an earlier push on the topic. */
  closes: boolean().notNull(),
  pushActions: jsonb('push_actions').$type<PushAction[]>().notNull(),
  /** The people it names, with the words that identify them; null if an older version stored it without them. */
  mentions: jsonb().$type<Mentions>(),
});

export const notificationDeliveries = pgTable('notification_deliveries', {
  id: uuid().primaryKey().defaultRandom(),
  outboxId: uuid('outbox_id').notNull(),
  channel: text().$type<Channel>().notNull(),
  status: text().$type<'waiting' | 'sending' | 'sent' | 'failed' | 'lost' | 'skipped'>().notNull(),
  attempts: smallint().notNull(),
  dueAt: instant('due_at').notNull(),
  claimedAt: instant('claimed_at'),
  settledAt: instant('settled_at'),
  providerId: text('provider_id'),
  /** Recipient, if other emails to them may include this message; otherwise null. */
  sharedBy: uuid('shared_by'),
  /** Priority, copied from the message. */
  lane: smallint().notNull(),
  /** Whether the delivery is a fallback for a channel that didn't accept the message. */
  standsIn: boolean('stands_in').notNull(),
  /**
   * Time when we last sent the message without learning whether it arrived. We ask the vendor before sending it again.
   */
  unsureSince: instant('unsure_since'),
});

export const channelClosures = pgTable(
  'channel_closures',
  {
    userId: uuid('user_id').notNull(),
    channel: text().$type<Channel>().notNull(),
    address: text().notNull(),
    why: text().$type<SuppressionReason>().notNull(),
    error: text().notNull(),
    closedAt: instant('closed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

export const notifications = pgTable('notifications', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  outboxId: uuid('outbox_id'),
  userId: uuid('user_id'),
  kind: text().notNull(),
  channel: text().$type<Channel>().notNull(),
  status: text().$type<'sent' | 'failed'>().notNull(),
  attempt: smallint().notNull(),
  error: text(),
  createdAt: instant('created_at').notNull(),
});

export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: uuid('user_id').notNull(),
    kind: text().notNull(),
    channel: text().$type<Channel>().notNull(),
    enabled: boolean().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.channel] })],
);

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').primaryKey(),
  quietStart: text('quiet_start'),
  quietEnd: text('quiet_end'),
  urgentInQuiet: boolean('urgent_in_quiet').notNull(),
  unsubscribeToken: uuid('unsubscribe_token').notNull(),
  sharedMailAt: instant('shared_mail_at'),
});

export const channelConnections = pgTable(
  'channel_connections',
  {
    userId: uuid('user_id').notNull(),
    channel: text().$type<Channel>().notNull(),
    address: text().notNull(),
    name: text().notNull(),
    connectedAt: instant('connected_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

/** The state that a user must return with after authorizing at a vendor. Stored until they return. */
export const connectionStates = pgTable(
  'connection_states',
  {
    userId: uuid('user_id').notNull(),
    channel: text().$type<Channel>().notNull(),
    state: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

/** The single key pair that identifies this installation to push services. */
export const pushKeys = pgTable('push_keys', {
  id: boolean().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** A browser where a user turned on push. Valid for the session in which they did so. */
export const pushDevices = pgTable('push_devices', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  fingerprint: text().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  authSecret: text('auth_secret').notNull(),
  name: text().notNull(),
  addedAt: instant('added_at').notNull(),
  lastSentAt: instant('last_sent_at'),
});

/** Devices that have already received a message. */
export const pushArrivals = pgTable(
  'push_arrivals',
  { deliveryId: uuid('delivery_id').notNull(), deviceId: uuid('device_id').notNull() },
  (table) => [primaryKey({ columns: [table.deliveryId, table.deviceId] })],
);
