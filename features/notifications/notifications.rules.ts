import { Temporal } from 'temporal-polyfill';
import { addMs } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import {
  type Addresses,
  CHANNEL_FACTS,
  CHANNELS,
  CHANNELS_BY_POSITION,
  type Channel,
  DEFAULT_CHANNEL,
} from './channels.schema.ts';
import { isAllowedInQuietHours, KINDS, type Kind } from './notifications.schema.ts';

/** Maximum number of attempts per channel. */
export const MAX_ATTEMPTS = 8;
/** Age after which a claim counts as lost, because its node must have stopped. */
export const CLAIM_LOST_AFTER_MS = 10 * MINUTE_MS;
/** Time after which codes and sign-in links are useless. */
const SECRET_USEFUL_MS = HOUR_MS;

const FIRST_RETRY_MS = 30_000;
const RETRY_FACTOR = 4;
const LONGEST_RETRY_MS = 12 * HOUR_MS;
/** Delay before an urgent message's first retry, short because it may expire in a minute. */
const URGENT_FIRST_RETRY_MS = 3_000;
const URGENT_RETRY_FACTOR = 2;

/**
 * Returns when to retry after the given number of failed attempts: 30 s, 2 min, 8 min … at most 12 h, or 3 s, 6 s, 12 s
 * … for urgent messages; null for no more retries.
 * @param options `leastMs`: the minimum delay that the vendor requires
 */
export function getNextAttempt(
  attempts: number,
  now: Date,
  { leastMs = 0, urgent = false }: { leastMs?: number | undefined; urgent?: boolean } = {},
): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  const usualDelayMs = urgent
    ? URGENT_FIRST_RETRY_MS * URGENT_RETRY_FACTOR ** (attempts - 1)
    : FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1);
  return addMs(now, Math.min(Math.max(leastMs, usualDelayMs), LONGEST_RETRY_MS));
}

/** Time after a non-urgent email during which newer messages are collected, to be sent as one. */
const GATHER_MS = 10 * MINUTE_MS;

/** Facts that decide whether and where a user may be contacted. */
export type Facts = {
  kind: Kind;
  secret: boolean;
  createdAt: Date;
  /** Time after which the message is useless and won't be sent; null if it never expires. */
  usefulUntil: Date | null;
  /** The only channels to use. If empty, the user's preferences decide. */
  channels: Channel[];
  /** The address on each channel. The message's own recipient takes precedence over the account's addresses. */
  addresses: Addresses;
  /** Channels whose address permanently refused our messages. */
  closed: readonly Channel[];
  /** Whether the message has its own address instead of the account's. */
  ownRecipient: boolean;
  consent: boolean;
  /** The profile's preferred channel. */
  preferred: Channel;
  /** Whether the message has attachments, such as a calendar file, that only email supports. */
  files: boolean;
  /** User's own choices for this kind. */
  preferences: Partial<Record<Channel, boolean>>;
  timezone: string;
  quietStart: string | null;
  quietEnd: string | null;
  urgentInQuiet: boolean;
  /** Time when the last non-urgent email was started. */
  sharedMailAt: Date | null;
};

/** Kinds about playing together, which use the profile's preferred channel. */
const PREFERRED: readonly Kind[] = [
  'match_proposed',
  'match_mutual',
  'match_changed',
  'party',
  'squad',
  'session',
  'booking',
];

type Reach = Pick<Facts, 'preferred' | 'addresses'>;

/**
 * Returns whether a kind uses a channel by default. Kinds about playing together use only the channel that the profile
 * prefers, plus push. This requires that the preferred channel isn't email, has an address and is available. Otherwise
 * the kind's own defaults apply.
 * @param available channels that this installation can use
 */
export function isDefault(kind: Kind, channel: Channel, reach: Reach, available: readonly Channel[]): boolean {
  const { preferred } = reach;
  const usesOnlyPreferred =
    preferred !== DEFAULT_CHANNEL &&
    PREFERRED.includes(kind) &&
    available.includes(preferred) &&
    Boolean(reach.addresses[preferred]);
  return usesOnlyPreferred && !CHANNEL_FACTS[channel].byDevice
    ? channel === preferred
    : (KINDS[kind].channels as readonly Channel[]).includes(channel);
}

/**
 * Returns whether this message may be sent on this channel. Security messages need no consent, and tests were requested
 * by their recipient. All other messages need the user's consent and, unless they name their channels, a kind that's
 * turned on.
 */
export function canUseChannel(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  return Boolean(facts.addresses[channel]) && isWanted(facts, channel, available, now);
}

/** Returns whether the message would use this channel if its address hadn't permanently refused our messages. */
export function isChannelEnabled(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  return facts.closed.includes(channel) && isWanted(facts, channel, available, now);
}

function isWanted(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  if (facts.secret && now.getTime() - facts.createdAt.getTime() > SECRET_USEFUL_MS) return false;
  if (isTooLate(facts, channel, now)) return false;
  if (facts.channels.length > 0 && !facts.channels.includes(channel)) return false;
  const isOnByDefault =
    isDefault(facts.kind, channel, facts, available) || (CHANNEL_FACTS[channel].files && facts.files);
  if (facts.kind === 'security') return facts.channels.length > 0 || isOnByDefault;
  if (!facts.consent && facts.kind !== 'test') return false;
  if (facts.channels.length > 0) return true;
  return facts.preferences[channel] ?? isOnByDefault;
}

/** Returns whether a message would be sent too late to be useful, such as a reminder after the event. */
const isTooLate = (facts: Facts, channel: Channel, now: Date): boolean =>
  facts.usefulUntil !== null && getDueTime(facts, channel, now) >= facts.usefulUntil;

/**
 * Returns whether a message that another channel didn't accept may use this one. The user doesn't need to have turned
 * it on for the kind, but must not have turned it off. Codes, tests and messages with their own address have no
 * fallback.
 */
export function canFallBackTo(facts: Facts, channel: Channel, now: Date): boolean {
  if (facts.secret || facts.ownRecipient || facts.channels.length > 0 || !facts.addresses[channel]) return false;
  if (facts.kind === 'security') return true;
  if (isTooLate(facts, channel, now)) return false;
  return facts.consent && (facts.preferences[channel] ?? true);
}

/**
 * Returns the user's next channel for an undelivered message, in the order of the toggles.
 * @param triedChannels channels already used for this message
 */
export function findNextChannel(
  facts: Facts,
  triedChannels: readonly Channel[],
  available: readonly Channel[],
  now: Date,
): Channel | undefined {
  return CHANNELS_BY_POSITION.find(
    (channel) => available.includes(channel) && !triedChannels.includes(channel) && canFallBackTo(facts, channel, now),
  );
}

/**
 * Returns whether a message may share an email with others to the same person. Security messages, time-critical kinds,
 * tests, codes and messages with an attachment or their own address are always sent alone.
 */
export function canShareEmail(facts: Facts, channel: Channel): boolean {
  if (!CHANNEL_FACTS[channel].gathers || facts.secret || facts.files || facts.channels.length > 0) return false;
  return facts.kind !== 'security' && !KINDS[facts.kind].urgent;
}

/**
 * Returns when a message may be sent on a channel. On channels that make a sound, most messages wait until the user's
 * quiet hours end. Email that may be shared waits until the collection period after the last email ends. All other
 * messages may be sent now.
 */
export function getDueTime(facts: Facts, channel: Channel, now: Date): Date {
  if (facts.sharedMailAt && canShareEmail(facts, channel)) {
    return new Date(Math.max(now.getTime(), facts.sharedMailAt.getTime() + GATHER_MS));
  }
  // Test messages ignore quiet hours, because the user just asked for one.
  if (!CHANNEL_FACTS[channel].buzzes || facts.kind === 'security' || facts.kind === 'test') return now;
  if (KINDS[facts.kind].urgent && facts.urgentInQuiet) return now;
  if (isAllowedInQuietHours(facts.kind) && facts.preferences[channel] === true) return now;
  if (!facts.quietStart || !facts.quietEnd) return now;
  return getQuietEnd(facts.quietStart, facts.quietEnd, facts.timezone, now);
}

/** @returns `now` outside quiet hours, otherwise their end; an unknown time zone is treated as UTC */
function getQuietEnd(start: string, end: string, timezone: string, now: Date): Date {
  const local = toZoned(now, timezone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const crossesMidnight = end <= start;
  const isQuiet = crossesMidnight ? clock >= start || clock < end : clock >= start && clock < end;
  if (!isQuiet) return now;
  const date = local.toPlainDate().add({ days: crossesMidnight && clock >= start ? 1 : 0 });
  const until = date.toZonedDateTime({ timeZone: local.timeZoneId, plainTime: Temporal.PlainTime.from(end) });
  return new Date(until.epochMilliseconds);
}

function toZoned(now: Date, timezone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  try {
    return instant.toZonedDateTimeISO(timezone);
  } catch {
    return instant.toZonedDateTimeISO('UTC');
  }
}

/** Priority in the outbox. Lower numbers are scheduled and sent first, no matter how long others have waited. */
export type OutboxPriority = 0 | 1 | 2;
/** Priority of messages that expire within seconds. A separate job sends them. */
export const HIGHEST_PRIORITY: OutboxPriority = 0;
/** Priority of messages that can wait. */
export const LOWEST_PRIORITY: OutboxPriority = 2;
const AWAITED_CODE_PRIORITY: OutboxPriority = 1;

/**
 * Returns a message's priority in the outbox.
 * @param hasDeadline whether it becomes useless within seconds or minutes
 */
export function getOutboxPriority(kind: Kind, hasDeadline: boolean): OutboxPriority {
  if (hasDeadline) return HIGHEST_PRIORITY;
  return KINDS[kind].urgent ? AWAITED_CODE_PRIORITY : LOWEST_PRIORITY;
}

export type ScheduledSend = {
  channel: Channel;
  dueAt: Date;
  /** Whether the message may share an email with other messages. */
  shares: boolean;
  /** Whether the channel is a fallback for one that refuses our messages or would deliver this message too late. */
  standsIn: boolean;
};

/** Returns a message's channels with the earliest time it may be sent on each. */
export function scheduleMessage(facts: Facts, available: readonly Channel[], now: Date): ScheduledSend[] {
  const open = CHANNELS.filter((channel) => available.includes(channel));
  const usable = open.filter((channel) => canUseChannel(facts, channel, available, now));
  if (usable.length > 0) return usable.map((channel) => scheduleOnChannel(facts, channel, now, false));
  const closedChannels = open.filter(
    (channel) =>
      isChannelEnabled(facts, channel, available, now) ||
      canUseChannel({ ...facts, usefulUntil: null }, channel, available, now),
  );
  const other = closedChannels.length > 0 ? findNextChannel(facts, closedChannels, available, now) : undefined;
  return other ? [scheduleOnChannel(facts, other, now, true)] : [];
}

/** Schedules a message on one channel, at the earliest time it may be sent there. */
export function scheduleOnChannel(facts: Facts, channel: Channel, now: Date, isFallback: boolean): ScheduledSend {
  return {
    channel,
    dueAt: getDueTime(facts, channel, now),
    shares: canShareEmail(facts, channel),
    standsIn: isFallback,
  };
}
