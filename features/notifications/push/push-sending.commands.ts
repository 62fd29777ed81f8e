import type { Outcome } from '../../../integrations/outcome.ts';
import {
  type PushMessage,
  type PushOutcome,
  readPushConfig,
  sendPush,
} from '../../../integrations/push/push.client.ts';
import { getTranslator } from '../../../messages/translators.ts';
import type { Deps } from '../../../server/deps.ts';
import { DAY_SECONDS } from '../../../time/units.ts';
import { findActiveSessions } from '../../accounts/sessions/sessions.commands.ts';
import type { Claim } from '../delivery.queries.ts';
import { MAX_ATTEMPTS } from '../notifications.rules.ts';
import { type Device, deleteGoneDevices, insertArrival, listArrivals, listDevices } from './push.queries.ts';
import { getPushKeys } from './push-keys.commands.ts';
import { createPushPayload, getSecondsUntil } from './push-payload.wording.ts';

/** Lists a user's devices whose sessions are still valid. */
export async function listActiveDevices(deps: Deps, userId: string): Promise<Device[]> {
  const devices = await listDevices(deps.db, userId);
  if (devices.length === 0) return [];
  const activeSessionIds = await findActiveSessions(deps, [...new Set(devices.map(({ session_id }) => session_id))]);
  return devices.filter(({ session_id }) => activeSessionIds.has(session_id));
}

/**
 * Sends a message to each of the user's devices that doesn't have it yet. Removes devices that no longer exist at the
 * push service. If a push service asks us to back off, only its device is retried.
 */
export async function sendToDevices(deps: Deps, { deliveryId, attempt, message }: Claim) {
  const deliveredIds = await listArrivals(deps.db, deliveryId);
  const devices = (await listActiveDevices(deps, message.userId)).filter(({ id }) => !deliveredIds.has(id));
  const keys = await getPushKeys(deps);
  const [config, pushed] = [readPushConfig(deps.env), toPushMessage(message, deps.now())];
  const sendResults = await Promise.all(
    devices.map(async (device) => {
      const { endpoint, p256dh, auth_secret: auth } = device;
      const target = { endpoint, keys: { p256dh, auth } };
      const outcome = await sendPush(config, deps.fetch, keys, { target, message: pushed });
      if (outcome.outcome === 'sent') await insertArrival(deps.db, deliveryId, device.id, deps.now());
      return { device, outcome };
    }),
  );
  await deleteGoneDevices(
    deps.db,
    sendResults.filter(({ outcome }) => outcome.outcome === 'gone').map(({ device }) => device),
  );
  const outcomes = sendResults.map(({ outcome }) => outcome);
  return combineOutcomes(outcomes, {
    reachedBefore: deliveredIds.size > 0,
    last: attempt >= MAX_ATTEMPTS,
    urgent: message.urgent,
  });
}

function toPushMessage(message: Claim['message'], now: Date): PushMessage {
  const { urgent, usefulUntil, topic } = message;
  return {
    payload: JSON.stringify(createPushPayload(getTranslator(message.language), message, now)),
    urgency: urgent ? 'high' : 'normal',
    ttlSeconds: usefulUntil ? Math.min(DAY_SECONDS, getSecondsUntil(usefulUntil, now)) : DAY_SECONDS,
    topic: topic ?? undefined,
  };
}

type Sending = { reachedBefore: boolean; last: boolean; urgent: boolean };

/**
 * Combines the results of sending a message to several devices. The message is done when one device has it and none
 * needs a retry.
 */
function combineOutcomes(
  outcomes: PushOutcome[],
  { reachedBefore, last, urgent }: Sending,
): Outcome | { outcome: 'nowhere' } {
  const getError = (name: PushOutcome['outcome']) => {
    const found = outcomes.find((one) => one.outcome === name);
    return found && 'error' in found ? found.error : undefined;
  };
  const sentOutcome = outcomes.find((one) => one.outcome === 'sent');
  const hasArrived = sentOutcome !== undefined || reachedBefore;
  const unsure = getError('unknown');
  // An urgent message that may have arrived is sent again, because the second one replaces the first on screen.
  const retryError = getError('retry') ?? (urgent ? unsure : undefined);
  if (retryError !== undefined && !(last && hasArrived)) {
    const waits = outcomes.map((one) => ('afterMs' in one ? (one.afterMs ?? 0) : 0));
    return { outcome: 'retry', error: retryError, afterMs: Math.max(...waits) };
  }
  if (hasArrived) return { outcome: 'sent', id: sentOutcome?.id ?? '' };
  if (unsure !== undefined) return { outcome: 'unknown', error: unsure };
  const refusedError = getError('refused');
  return refusedError === undefined ? { outcome: 'nowhere' } : { outcome: 'refused', error: refusedError };
}
