import { Temporal } from 'temporal-polyfill';
import { addMs } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import {
  type Addresses,
  CHANNEL_FACTS,
  CHANNELS,
  CHANNELS_BY_PLACE,
  type Channel,
  DEFAULT_CHANNEL,
} from './channels.schema.ts';
import { KINDS, type Kind, wakesWhenEnabled } from './notifications.schema.ts';

/** Attempts for one channel before it is given up. */
export const MAX_ATTEMPTS = 8;
/** A claim older than this belongs to a node that stopped. */
export const CLAIM_LOST_AFTER_MS = 10 * MINUTE_MS;
/** Codes and sign-in links are worthless later than this. */
const SECRET_USEFUL_MS = HOUR_MS;

const FIRST_RETRY_MS = 30_000;
const RETRY_FACTOR = 4;
const LONGEST_RETRY_MS = 12 * HOUR_MS;
/** What is over in a minute cannot wait for half of one. */
const URGENT_FIRST_RETRY_MS = 3_000;
const URGENT_RETRY_FACTOR = 2;

/**
 * When to try again after the given number of failed attempts: 30 s, 2 min, 8 min … at most 12 h, or 3 s, 6 s, 12 s … for
 * what is urgent; null: never.
 * @param asked `leastMs`: how long the vendor wants to be left alone
 */
export function getNextAttempt(
  attempts: number,
  now: Date,
  { leastMs = 0, urgent = false }: { leastMs?: number | undefined; urgent?: boolean } = {},
): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  const usual = urgent
    ? URGENT_FIRST_RETRY_MS * URGENT_RETRY_FACTOR ** (attempts - 1)
    : FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1);
  return addMs(now, Math.min(Math.max(leastMs, usual), LONGEST_RETRY_MS));
}

/** After a mail that could have waited, others of its sort are gathered for so long and then sent as one. */
const GATHER_MS = 10 * MINUTE_MS;

/** What decides whether and where somebody may be written to. */
export type Facts = {
  kind: Kind;
  secret: boolean;
  createdAt: Date;
  /** From then on it is worth nothing and goes nowhere; null: it stays true. */
  usefulUntil: Date | null;
  /** Only these channels; empty: by preference. */
  channels: Channel[];
  /** Where each channel leads: the message's own recipient before the account's. */
  addresses: Addresses;
  /** Channels that would lead somewhere had their address not refused us for good. */
  closed: readonly Channel[];
  /** The message has an address of its own instead of the account's. */
  ownRecipient: boolean;
  consent: boolean;
  /** How the profile wants to be reached. */
  preferred: Channel;
  /** The message has files, such as a calendar, that only mail can carry. */
  files: boolean;
  /** The person's own choices for this kind. */
  preferences: Partial<Record<Channel, boolean>>;
  timezone: string;
  quietStart: string | null;
  quietEnd: string | null;
  urgentInQuiet: boolean;
  /** When the last mail that could have waited was begun. */
  sharedMailAt: Date | null;
};

/** Kinds about playing together: they come the way that the profile prefers. */
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
 * Whether a kind comes by a channel when the person has not said anything about it. What is about playing together
 * comes by phone or Discord alone when the profile prefers that, there is an address and the installation has the channel,
 * and beside it on the devices that the person turned on; everything else, and everybody else, as the kind says.
 * @param available channels that this installation can use
 */
export function isDefault(kind: Kind, channel: Channel, reach: Reach, available: readonly Channel[]): boolean {
  const { preferred } = reach;
  const alone =
    preferred !== DEFAULT_CHANNEL &&
    PREFERRED.includes(kind) &&
    available.includes(preferred) &&
    Boolean(reach.addresses[preferred]);
  return alone && !CHANNEL_FACTS[channel].byDevice
    ? channel === preferred
    : (KINDS[kind].channels as readonly Channel[]).includes(channel);
}

/**
 * Whether this message may leave by this channel. Security messages ask nobody, and a test is its receiver's own wish;
 * everything else needs the consent to be contacted and the kind not switched off.
 */
export function canUseChannel(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  return Boolean(facts.addresses[channel]) && isWanted(facts, channel, available, now);
}

/** Whether the message would leave by this channel if its address had not refused us for good. */
export function wouldUseChannel(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  return facts.closed.includes(channel) && isWanted(facts, channel, available, now);
}

function isWanted(facts: Facts, channel: Channel, available: readonly Channel[], now: Date): boolean {
  if (facts.secret && now.getTime() - facts.createdAt.getTime() > SECRET_USEFUL_MS) return false;
  if (isTooLate(facts, channel, now)) return false;
  if (facts.channels.length > 0 && !facts.channels.includes(channel)) return false;
  const byDefault = isDefault(facts.kind, channel, facts, available) || (CHANNEL_FACTS[channel].files && facts.files);
  if (facts.kind === 'security') return facts.channels.length > 0 || byDefault;
  if (!facts.consent && facts.kind !== 'test') return false;
  if (facts.channels.length > 0) return true;
  return facts.preferences[channel] ?? byDefault;
}

/** A reminder after the thing that it reminds of helps nobody: what would have to wait for so long is not sent there. */
const isTooLate = (facts: Facts, channel: Channel, now: Date): boolean =>
  facts.usefulUntil !== null && getDueTime(facts, channel, now) >= facts.usefulUntil;

/**
 * Whether a message that another channel did not take may leave by this one: nobody has to have switched it on for the
 * kind, but nobody may have switched it off. Codes, tests and what has an address of its own go nowhere else.
 */
export function canFallBackTo(facts: Facts, channel: Channel, now: Date): boolean {
  if (facts.secret || facts.ownRecipient || facts.channels.length > 0 || !facts.addresses[channel]) return false;
  if (facts.kind === 'security') return true;
  if (isTooLate(facts, channel, now)) return false;
  return facts.consent && (facts.preferences[channel] ?? true);
}

/**
 * The next channel of a person for a message that was not taken, in the order of the switches.
 * @param tried channels that this message has had
 */
export function findNextChannel(
  facts: Facts,
  tried: readonly Channel[],
  available: readonly Channel[],
  now: Date,
): Channel | undefined {
  return CHANNELS_BY_PLACE.find(
    (channel) => available.includes(channel) && !tried.includes(channel) && canFallBackTo(facts, channel, now),
  );
}

/**
 * Whether a message may share a mail with others to the same person. Security, time-critical kinds, tests, codes and
 * what brings a file or has an address of its own never wait for others.
 */
export function canShareEmail(facts: Facts, channel: Channel): boolean {
  if (!CHANNEL_FACTS[channel].gathers || facts.secret || facts.files || facts.channels.length > 0) return false;
  return facts.kind !== 'security' && !KINDS[facts.kind].urgent;
}

/**
 * When a message may leave by a channel: now, at the end of the quiet hours in the person's own zone, or, for mail that
 * may be shared, when the gathering after the last one is over. Mail does not buzz and knows no quiet hours.
 */
export function getDueTime(facts: Facts, channel: Channel, now: Date): Date {
  if (facts.sharedMailAt && canShareEmail(facts, channel)) {
    return new Date(Math.max(now.getTime(), facts.sharedMailAt.getTime() + GATHER_MS));
  }
  // A test is asked for at this very moment by the person who gets it.
  if (!CHANNEL_FACTS[channel].buzzes || facts.kind === 'security' || facts.kind === 'test') return now;
  if (KINDS[facts.kind].urgent && facts.urgentInQuiet) return now;
  if (wakesWhenEnabled(facts.kind) && facts.preferences[channel] === true) return now;
  if (!facts.quietStart || !facts.quietEnd) return now;
  return getQuietEnd(facts.quietStart, facts.quietEnd, facts.timezone, now);
}

/** @returns `now` outside the quiet hours, else their end; an unknown zone counts as UTC */
function getQuietEnd(start: string, end: string, timezone: string, now: Date): Date {
  const local = toZoned(now, timezone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const across = end <= start;
  const quiet = across ? clock >= start || clock < end : clock >= start && clock < end;
  if (!quiet) return now;
  const date = local.toPlainDate().add({ days: across && clock >= start ? 1 : 0 });
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

/** An earlier lane is planned and sent before all later ones, however long those have been waiting. */
export type OutboxPriority = 0 | 1 | 2;
/** What is over within seconds; it has runs of its own as well. */
export const HIGHEST_PRIORITY: OutboxPriority = 0;
/** What can wait. */
export const LOWEST_PRIORITY: OutboxPriority = 2;
const AWAITED_PRIORITY: OutboxPriority = 1;

/**
 * Where a message stands in the outbox.
 * @param hasDeadline it is worth nothing after an instant that is seconds or minutes away
 */
export function getOutboxPriority(kind: Kind, hasDeadline: boolean): OutboxPriority {
  if (hasDeadline) return HIGHEST_PRIORITY;
  return KINDS[kind].urgent ? AWAITED_PRIORITY : LOWEST_PRIORITY;
}

export type ScheduledSend = {
  channel: Channel;
  dueAt: Date;
  /** May go out in one mail with others. */
  shares: boolean;
  /** In place of a channel that is closed to us, or that would bring it too late. */
  standsIn: boolean;
};

/** The channels of one message with the instant from which each may be used. */
export function scheduleMessage(facts: Facts, available: readonly Channel[], now: Date): ScheduledSend[] {
  const open = CHANNELS.filter((channel) => available.includes(channel));
  const usable = open.filter((channel) => canUseChannel(facts, channel, available, now));
  if (usable.length > 0) return usable.map((channel) => scheduleOnChannel(facts, channel, now, false));
  const shut = open.filter(
    (channel) =>
      wouldUseChannel(facts, channel, available, now) ||
      canUseChannel({ ...facts, usefulUntil: null }, channel, available, now),
  );
  const other = shut.length > 0 ? findNextChannel(facts, shut, available, now) : undefined;
  return other ? [scheduleOnChannel(facts, other, now, true)] : [];
}

/** How a message leaves by one channel from now on. */
export function scheduleOnChannel(facts: Facts, channel: Channel, now: Date, standsIn: boolean): ScheduledSend {
  return { channel, dueAt: getDueTime(facts, channel, now), shares: canShareEmail(facts, channel), standsIn };
}
