import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts';
import { API_VERSION, type StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import { type Deps, notifyPublicPagesChanged } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { getStripe } from '../payment-provider.commands.ts';
import { applyPreparedEvent } from './apply-event.commands.ts';
import { fetchInOurVersion, notifyAdminsOfVersionMismatch } from './event-renewal.commands.ts';
import { type PreparedEvent, prepareEvent } from './prepare-event.commands.ts';
import {
  claimEvent,
  findEvent,
  getWatermark,
  listUnprocessedEvents,
  saveEventProblem,
  setWatermark,
  storeEvent,
} from './provider-events.queries.ts';
import { getPriceId, HANDLED_EVENT_TYPES, isHandledEventType, omitPersonalData } from './provider-events.rules.ts';

/** Overlap of each catch-up with the previous one. */
const OVERLAP_MS = HOUR_MS;
/** Period of the first catch-up: as long as the payment provider keeps its events. */
const FIRST_CATCH_UP_WINDOW_MS = 30 * DAY_MS;
const BATCH_SIZE = 200;

/** Name of the job that catches up on missed events. */
export const CATCH_UP_JOB = 'money-catch-up';

/**
 * Handles an event sent to one of our endpoints. Events in a version other than ours aren't stored: the payment
 * provider keeps resending them, an admin is notified, and the catch-up fetches them in our version.
 * @returns false when it was refused
 */
export async function handleEventWebhook(deps: Deps, event: StripeEvent): Promise<boolean> {
  if (event.api_version !== API_VERSION) {
    await notifyAdminsOfVersionMismatch(
      deps,
      event,
      event.account ? 'The endpoint for connected accounts' : 'The endpoint',
    );
    return false;
  }
  await receiveEvent(deps, event);
  return true;
}

/**
 * Stores an event and applies it. Idempotent.
 * @returns whether it's applied; the catch-up retries events that can't be applied yet
 */
export async function receiveEvent(deps: Deps, event: StripeEvent): Promise<boolean> {
  await storeEvent(deps.db, {
    eventId: event.id,
    eventType: event.type,
    priceId: getPriceId(event.data.object),
    payload: omitPersonalData(event) as unknown as Record<string, unknown>,
    receivedAt: deps.now(),
  });
  return applyEvent(deps, event.id);
}

/**
 * Applies a stored event and marks it as processed, in one transaction. If the event itself can't be applied, stores
 * the problem instead of throwing.
 */
export async function applyEvent(deps: Deps, eventId: string): Promise<boolean> {
  const storedEvent = await findEvent(deps.db, eventId);
  if (!storedEvent || storedEvent.processedAt) return true;
  const event = storedEvent.payload as unknown as StripeEvent;
  try {
    const preparedEvent: PreparedEvent = isHandledEventType(event.type) ? await prepareEvent(deps, event) : {};
    await deps.db.transaction(async (tx) => {
      if (!(await claimEvent(tx, eventId, deps.now()))) return;
      if (isHandledEventType(event.type)) await applyPreparedEvent(tx, deps, event, preparedEvent);
    });
    // Public pages show the seats left and the players who can be paid.
    if (/^(checkout\.session|account)\./.test(event.type))
      await notifyPublicPagesChanged(deps, { shown: ['seats', 'offers', 'coaches'] });
    return true;
  } catch (error) {
    // When the database is unavailable, throw, so that the payment provider delivers the event again.
    if (isDatabaseUnavailable(error)) throw error;
    const problem = String((error as Error).message ?? error);
    deps.log.warn({ eventId, type: storedEvent.eventType, problem }, 'could not apply a payment event; will retry');
    await saveEventProblem(deps.db, eventId, problem);
    return false;
  }
}

/**
 * Fetches and applies payment provider events since `from` that never reached us.
 * @returns the events, oldest first
 */
export async function replayMissedEvents(deps: Deps, from: Date, signal?: AbortSignal): Promise<StripeEvent[]> {
  const missedEvents: StripeEvent[] = [];
  const stripe = getStripe(deps);
  const since = Math.floor(from.getTime() / 1000);
  for await (const event of stripe.events.list({
    created: { gte: since },
    types: [...HANDLED_EVENT_TYPES],
    limit: 100,
  })) {
    if (signal?.aborted) return [];
    if (!isHandledEventType(event.type) || (await findEvent(deps.db, event.id))) continue;
    const currentEvent = await fetchInOurVersion(stripe, event);
    if (currentEvent) missedEvents.push(currentEvent);
    else await notifyAdminsOfVersionMismatch(deps, event, 'The list of events');
  }
  missedEvents.reverse();
  for (const event of missedEvents) await receiveEvent(deps, event);
  return missedEvents;
}

/** Applies events that never reached us, and retries those that couldn't be applied. */
export async function catchUpEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  const startedAt = deps.now();
  const catchUpStart = (await getWatermark(deps.db)) ?? subtractMs(startedAt, FIRST_CATCH_UP_WINDOW_MS);
  await replayMissedEvents(deps, subtractMs(catchUpStart, OVERLAP_MS), signal);
  if (signal?.aborted) return;
  while (await retryWaitingEvents(deps, signal)) {
    // Repeat, because an event applied now may unblock another, such as a dispute that came before its payment.
  }
  if (signal?.aborted) return;
  await setWatermark(deps.db, startedAt);
}

/** Retries events that couldn't be applied yet. @returns whether some were applied and others are still waiting */
async function retryWaitingEvents(deps: Deps, signal?: AbortSignal): Promise<boolean> {
  let appliedCount = 0;
  const waitingEvents = await listUnprocessedEvents(deps.db, BATCH_SIZE);
  for (const id of waitingEvents) {
    if (signal?.aborted) return false;
    if (await applyEvent(deps, id)) appliedCount += 1;
  }
  return appliedCount > 0 && appliedCount < waitingEvents.length;
}
