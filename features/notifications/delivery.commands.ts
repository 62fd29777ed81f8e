import type { Outcome } from '../../integrations/outcome.ts';
import type { Deps } from '../../server/deps.ts';
import { openSenders, type Senders } from './channels.commands.ts';
import type { Channel } from './channels.schema.ts';
import {
  type Claim,
  claimDue,
  type DeliveryResult,
  ensureSettings,
  giveUpLost,
  insertSchedule,
  lockUnscheduled,
  recordResult,
  wipeSpentSecrets,
} from './delivery.queries.ts';
import { CLAIM_LOST_AFTER_MS, mayUse, nextAttempt, schedule } from './notifications.rules.ts';

const PLAN_BATCH = 500;
const SENDERS = 4;
const LOST = 'The node stopped while sending. Not repeated, so that nobody gets it twice.';

/**
 * Empties the outbox: plans the channels of new messages, sends what is due and gives up what stopped nodes left.
 * Any number of workers may do this at once.
 * @param signal stops between two messages
 */
export async function deliverNotifications(deps: Deps, signal: AbortSignal): Promise<void> {
  const { senders, close } = openSenders(deps);
  try {
    await deliver(deps, senders, signal);
  } finally {
    close();
  }
}

/** The same with given senders; what tests use to crash between two steps. */
export async function deliver(deps: Deps, senders: Senders, signal: AbortSignal): Promise<void> {
  const channels = Object.keys(senders) as Channel[];
  const stale = new Date(deps.now().getTime() - CLAIM_LOST_AFTER_MS);
  await giveUpLost(deps.db, stale, LOST, deps.now());
  while (!signal.aborted && (await scheduleBatch(deps, channels)) > 0);
  // Each sender comes to its end before the caller closes what they send with, also when one of them fails.
  const ends = await Promise.allSettled(
    Array.from({ length: SENDERS }, () => sendDue(deps, senders, channels, signal)),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  await wipeSpentSecrets(deps.db);
}

async function scheduleBatch(deps: Deps, channels: Channel[]): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    const messages = await lockUnscheduled(tx, PLAN_BATCH);
    if (messages.length === 0) return 0;
    const deliveries = messages.flatMap((message) =>
      schedule(message, channels, now).map((one) => ({ outboxId: message.outboxId, userId: message.userId, ...one })),
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

async function sendDue(deps: Deps, senders: Senders, channels: Channel[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claims = await claimDue(deps.db, channels, deps.now());
    if (claims.length === 0) return;
    const settled = await attempt(deps, senders, channels, claims);
    await deps.db.transaction(async (tx) => {
      for (const [claim, settlement] of settled) await recordResult(tx, claim, settlement, deps.now());
    });
  }
}

/** Sends what was claimed together as one, and says what became of each message. */
async function attempt(
  deps: Deps,
  senders: Senders,
  channels: Channel[],
  claims: Claim[],
): Promise<[Claim, DeliveryResult][]> {
  // Somebody may have unsubscribed or moved away since the messages were planned.
  const wanted = claims.filter(({ message, channel }) => mayUse(message, channel, channels, deps.now()));
  const [lead, ...others] = wanted;
  if (!lead) return claims.map((claim) => [claim, { status: 'skipped' }]);
  const also = others.map((claim) => claim.message);
  const result = await senders[lead.channel]!(lead, also);
  return claims.map((claim) => [
    claim,
    wanted.includes(claim) ? resultOf(claim, result, deps.now()) : { status: 'skipped' },
  ]);
}

function resultOf(claim: Claim, result: Outcome, now: Date): DeliveryResult {
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.id };
  if (result.outcome === 'unknown') return { status: 'lost', error: result.error };
  const again = result.outcome === 'retry' ? nextAttempt(claim.attempt, now) : null;
  return again ? { status: 'waiting', error: result.error, dueAt: again } : { status: 'failed', error: result.error };
}
