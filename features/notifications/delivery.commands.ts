import type { Db } from '../../db/database.ts';
import type { ClosedReason } from '../../integrations/outcome.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { listAvailableChannels, openSenders, type Senders, type SendOutcome } from './channels.commands.ts';
import { CHANNEL_FACTS, CHANNELS, type Channel } from './channels.schema.ts';
import {
  type Claim,
  claimDue,
  type DeliveryResult,
  ensureSettings,
  failLostDeliveries,
  insertAttempt,
  insertSchedule,
  listChannelsOfMessage,
  lockUnscheduled,
  recordResult,
  recordSent,
  reopenSentDeliveries,
  requeueLostDeliveries,
  wipeSpentSecrets,
} from './delivery.queries.ts';
import { DELIVER_JOB, DELIVER_URGENT_JOB, enqueueNotification } from './notifications.commands.ts';
import { deleteSuppression, insertSuppression } from './notifications.queries.ts';
import {
  CLAIM_LOST_AFTER_MS,
  canFallBackTo,
  canUseChannel,
  findNextChannel,
  getNextAttempt,
  HIGHEST_PRIORITY,
  isChannelEnabled,
  LOWEST_PRIORITY,
  type OutboxPriority,
  scheduleMessage,
  scheduleOnChannel,
} from './notifications.rules.ts';
import { deleteOldArrivals } from './push/push.queries.ts';
import { writeSuppressionNotice } from './suppressed-channels.wording.ts';

const PLAN_BATCH = 500;
const SENDER_COUNT = 4;
const CLAIM_BATCH = 50;
const MAX_CONCURRENT_CALLS = 4;
const LOOKUP_CHANNELS = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].looksUp);
const LOST_ERROR = "The server stopped while sending. We didn't repeat it, so no one gets it twice.";

/**
 * Empties the outbox: schedules new messages, sends those that are due, and requeues or fails the claims of stopped
 * nodes. Several workers may do this at the same time.
 * @param signal stops before the next batch
 */
export async function deliverNotifications(deps: Deps, signal: AbortSignal): Promise<void> {
  await withSenders(deps, (senders) => runDelivery(deps, senders, signal));
}

/** Sends messages that expire within seconds. Only handles the highest priority. */
export async function deliverUrgent(deps: Deps, signal: AbortSignal): Promise<void> {
  await withSenders(deps, (senders) => scheduleAndSend(deps, HIGHEST_PRIORITY, senders, signal));
}

async function withSenders(deps: Deps, work: (senders: Senders) => Promise<void>): Promise<void> {
  const { senders, close } = openSenders(deps);
  try {
    await work(senders);
  } finally {
    close();
  }
}

/** Delivers with the given senders. Tests use it to simulate a crash between two steps. */
export async function runDelivery(deps: Deps, senders: Senders, signal: AbortSignal): Promise<void> {
  const lostBefore = subtractMs(deps.now(), CLAIM_LOST_AFTER_MS);
  await requeueLostDeliveries(deps.db, LOOKUP_CHANNELS, lostBefore, deps.now());
  await failLostDeliveries(deps.db, lostBefore, LOST_ERROR, deps.now());
  await scheduleAndSend(deps, LOWEST_PRIORITY, senders, signal);
}

async function scheduleAndSend(
  deps: Deps,
  maxPriority: OutboxPriority,
  senders: Senders,
  signal: AbortSignal,
): Promise<void> {
  // Wait for every sender to finish, even when one fails, because the caller then closes their connections.
  const results = await Promise.allSettled(
    Array.from({ length: SENDER_COUNT }, () => sendDue(deps, maxPriority, senders, signal)),
  );
  const rejection = results.find((end) => end.status === 'rejected');
  if (rejection) throw rejection.reason;
  await wipeSpentSecrets(deps.db);
  await deleteOldArrivals(deps.db);
}

/** Schedules the next batch of messages, highest priority first. @returns how many there were */
async function scheduleBatch(deps: Deps, maxPriority: OutboxPriority, channels: Channel[]): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const messages = await lockUnscheduled(tx, maxPriority, PLAN_BATCH);
    if (messages.length === 0) return 0;
    const deliveries = messages.flatMap((message) =>
      scheduleMessage(message, channels, now).map((one) => ({
        outboxId: message.outboxId,
        userId: message.userId,
        ...one,
      })),
    );
    await ensureSettings(
      tx,
      messages.map((message) => message.userId),
    );
    await insertSchedule(
      tx,
      messages.map((message) => message.outboxId),
      deliveries,
      now,
    );
    return messages.length;
  });
}

async function sendDue(deps: Deps, maxPriority: OutboxPriority, senders: Senders, signal: AbortSignal): Promise<void> {
  const channels = Object.keys(senders) as Channel[];
  while (!signal.aborted) {
    // Schedule before every claim, so that urgent messages don't wait until everything else has been sent.
    const scheduledCount = await scheduleBatch(deps, maxPriority, channels);
    const mails = await claimDue(deps.db, maxPriority, channels, { now: deps.now(), limit: CLAIM_BATCH });
    if (mails.length === 0 && scheduledCount === 0) return;
    const send = (claims: Claim[]) => attemptSend(deps, senders, channels, claims);
    const byChannel = [...Map.groupBy(mails, ([lead]) => lead!.channel)];
    // Each channel records its own results, so a retry due in seconds doesn't wait for a hanging mail server.
    const results = await Promise.allSettled(
      byChannel.map(([channel, its]) => sendAndSettle(deps, channel, its, send)),
    );
    const rejection = results.find((end) => end.status === 'rejected');
    if (rejection) throw rejection.reason;
  }
}

async function recordResults(deps: Deps, results: [Claim, DeliveryResult][]): Promise<void> {
  const deliveries = results.flatMap(([claim, result]) =>
    result.status === 'sent' ? [{ claim, providerId: result.providerId }] : [],
  );
  await deps.db.transaction(async (tx) => {
    for (const claim of deliveries.length > 0 ? await recordSent(tx, deliveries, deps.now()) : [])
      await reopenAddress(tx, claim);
    for (const [claim, result] of results) {
      if (result.status === 'sent') continue;
      if (await recordResult(tx, claim, result, deps.now())) await followUpResult(tx, deps, claim, result);
    }
  });
}

type Send = (claims: Claim[]) => Promise<[Claim, DeliveryResult][]>;

async function sendAndSettle(deps: Deps, channel: Channel, mails: Claim[][], send: Send): Promise<void> {
  const results = await sendAll(channel, mails, send);
  await recordResults(
    deps,
    results.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])),
  );
  const rejection = results.find((end) => end.status === 'rejected');
  if (rejection) throw rejection.reason;
}

/**
 * Sends a channel's messages. Emails are all sent in parallel, because their connection pool limits concurrency. Other
 * channels send a few messages at a time, because vendors limit calls.
 */
async function sendAll(channel: Channel, mails: Claim[][], send: Send) {
  const queue = [...mails];
  const results: PromiseSettledResult<[Claim, DeliveryResult][]>[] = [];
  const takers = channel === 'email' ? queue.length : MAX_CONCURRENT_CALLS;
  await Promise.all(
    Array.from({ length: takers }, async () => {
      for (let mail = queue.shift(); mail; mail = queue.shift())
        results.push(...(await Promise.allSettled([send(mail)])));
    }),
  );
  return results;
}

/** Sends the messages of one claim together, and returns each message's result. */
async function attemptSend(
  deps: Deps,
  senders: Senders,
  channels: Channel[],
  claims: Claim[],
): Promise<[Claim, DeliveryResult][]> {
  // The user may have unsubscribed or changed addresses since the messages were scheduled.
  const activeClaims = claims.filter(({ message, channel, standsIn }) =>
    standsIn ? canFallBackTo(message, channel, deps.now()) : canUseChannel(message, channel, channels, deps.now()),
  );
  const skipClaim = ({ message, channel }: Claim): DeliveryResult => ({
    status: 'skipped',
    closed: isChannelEnabled(message, channel, channels, deps.now()),
  });
  const [lead, ...others] = activeClaims;
  if (!lead) return claims.map((claim) => [claim, skipClaim(claim)]);
  const also = others.map((claim) => claim.message);
  const result = await senders[lead.channel]!(lead, also);
  return claims.map((claim) => [
    claim,
    activeClaims.includes(claim) ? toDeliveryResult(claim, result, deps.now()) : skipClaim(claim),
  ]);
}

function toDeliveryResult(claim: Claim, result: SendOutcome, now: Date): DeliveryResult {
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.id };
  // Not a failure: there's no device left, so the message uses another channel.
  if (result.outcome === 'nowhere') return { status: 'skipped', closed: true };
  const { error } = result;
  if (result.outcome === 'closed') return { status: 'failed', error, why: result.why };
  if (result.outcome === 'refused') return { status: 'failed', error };
  const nextAttempt = getNextAttempt(claim.attempt, now, {
    leastMs: 'afterMs' in result ? result.afterMs : 0,
    urgent: claim.message.urgent,
  });
  if (result.outcome === 'retry') {
    if (!nextAttempt) return { status: 'failed', error };
    return {
      status: 'waiting',
      error,
      dueAt: nextAttempt,
      ...(claim.unsureSince && { unsureSince: claim.unsureSince }),
    };
  }
  if (!nextAttempt || !CHANNEL_FACTS[claim.channel].looksUp) return { status: 'lost', error };
  return { status: 'waiting', error, dueAt: nextAttempt, unsureSince: claim.unsureSince ?? now };
}

/** Reopens an address, because a delivered message shows that it accepts messages again. */
async function reopenAddress(tx: Db, { message, channel }: Claim): Promise<void> {
  if (message.closed.includes(channel)) await deleteSuppression(tx, message.userId, channel);
}

/**
 * Handles a result: records an address that refuses our messages, moves an undelivered message to another channel, and
 * schedules the retry of an urgent one.
 */
async function followUpResult(tx: Db, deps: Deps, claim: Claim, result: DeliveryResult): Promise<void> {
  if (result.status === 'failed') await handleNotAccepted(tx, deps, claim, result);
  if (result.status === 'skipped' && result.closed) await scheduleNextChannel(tx, deps, claim);
  if (result.status === 'waiting' && claim.message.urgent) {
    await deps.jobs.send(DELIVER_URGENT_JOB, {}, { tx, startAfter: result.dueAt });
  }
}

async function handleNotAccepted(
  tx: Db,
  deps: Deps,
  claim: Claim,
  { why, error }: { why?: ClosedReason | undefined; error: string },
): Promise<void> {
  const { message, channel } = claim;
  const address = message.addresses[channel];
  if (why && address && !message.ownRecipient) {
    const closure = { channel, address, why, error };
    if (await insertSuppression(tx, message.userId, closure, deps.now())) {
      const write = (t: Translator) => writeSuppressionNotice(t, closure, deps.now());
      await enqueueNotification(tx, deps, { userId: message.userId, write });
    }
  }
  await scheduleNextChannel(tx, deps, claim);
}

/** Schedules the user's next channel, unless another channel already has the message. */
async function scheduleNextChannel(tx: Db, deps: Deps, { message, channel }: Claim): Promise<void> {
  const { tried, carried } = await listChannelsOfMessage(tx, message.outboxId);
  const next = carried
    ? undefined
    : findNextChannel(message, [...tried, channel], listAvailableChannels(deps), deps.now());
  if (!next) return;
  const { outboxId, userId } = message;
  await insertSchedule(
    tx,
    [],
    [{ outboxId, userId, ...scheduleOnChannel(message, next, deps.now(), true) }],
    deps.now(),
  );
  await deps.jobs.send(DELIVER_JOB, {}, { tx });
}

/**
 * Handles a vendor's report that an accepted message wasn't delivered after all. It's marked as failed and sent on
 * another channel.
 * @returns false when the message doesn't exist, or is already known to be undelivered
 */
export async function markUndelivered(
  deps: Deps,
  deliveryId: string,
  failure: { error: string; why?: ClosedReason | undefined },
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const claim = await reopenSentDeliveries(tx, deliveryId, deps.now());
    if (!claim) return false;
    await insertAttempt(tx, claim, failure.error, deps.now());
    await handleNotAccepted(tx, deps, claim, failure);
    return true;
  });
}
