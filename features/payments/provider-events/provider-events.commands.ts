import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts';
import { API_VERSION, type StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import { type Deps, notifyPublicPagesChanged } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { getStripe } from '../payment-provider.commands.ts';
import { applyPreparedEvent } from './apply-event.commands.ts';
import { fetchInOurVersion, notifyAdminsOfVersion } from './event-renewal.commands.ts';
import { type Prepared, prepareEvent } from './prepare-event.commands.ts';
import {
  claimEvent,
  findEvent,
  getWatermark,
  listUnprocessedEvents,
  saveEventProblem,
  setWatermark,
  storeEvent,
} from './provider-events.queries.ts';
import { getPriceId, HANDLED_EVENT_TYPES, isHandledEventType, withoutPersonalData } from './provider-events.rules.ts';

/** Events are read back from this long before the newest one that is known. */
const OVERLAP_MS = HOUR_MS;
/** Without a watermark: as far back as the processor keeps its events. */
const FIRST_LOOK_MS = 30 * DAY_MS;
const BATCH = 200;

/** Name of the job kind that reads events back. */
export const CATCH_UP_JOB = 'money-catch-up';

/**
 * Takes what an endpoint of ours was sent. What is written in another version than the one that we read is not kept:
 * the processor goes on sending it, an admin hears of it, and the catch-up asks for it in our version.
 * @returns false when it was refused
 */
export async function handleEventWebhook(deps: Deps, event: StripeEvent): Promise<boolean> {
  if (event.api_version !== API_VERSION) {
    await notifyAdminsOfVersion(deps, event, event.account ? 'The endpoint for connected accounts' : 'The endpoint');
    return false;
  }
  await receiveEvent(deps, event);
  return true;
}

/**
 * Keeps an event and applies it, both once however often it comes.
 * @returns whether it is applied; one that cannot be yet stays and is taken up again by the catch-up
 */
export async function receiveEvent(deps: Deps, event: StripeEvent): Promise<boolean> {
  await storeEvent(deps.db, {
    eventId: event.id,
    eventType: event.type,
    priceId: getPriceId(event.data.object),
    payload: withoutPersonalData(event) as unknown as Record<string, unknown>,
    receivedAt: deps.now(),
  });
  return applyEvent(deps, event.id);
}

/** Applies a stored event in one transaction with its mark; never throws for what is wrong with the event itself. */
export async function applyEvent(deps: Deps, eventId: string): Promise<boolean> {
  const stored = await findEvent(deps.db, eventId);
  if (!stored || stored.processedAt) return true;
  const event = stored.payload as unknown as StripeEvent;
  try {
    const prepared: Prepared = isHandledEventType(event.type) ? await prepareEvent(deps, event) : {};
    await deps.db.transaction(async (tx) => {
      if (!(await claimEvent(tx, eventId, deps.now()))) return;
      if (isHandledEventType(event.type)) await applyPreparedEvent(tx, deps, event, prepared);
    });
    // Seats that are left, and players who can be paid, stand on public pages.
    if (/^(checkout\.session|account)\./.test(event.type))
      await notifyPublicPagesChanged(deps, { shown: ['seats', 'offers', 'coaches'] });
    return true;
  } catch (error) {
    // A lost database is not the event's fault: the processor may deliver it again.
    if (isDatabaseUnavailable(error)) throw error;
    const problem = String((error as Error).message ?? error);
    deps.log.warn({ eventId, type: stored.eventType, problem }, 'event not applied yet');
    await saveEventProblem(deps.db, eventId, problem);
    return false;
  }
}

/** Applies the events of the processor since an instant that never arrived. @returns them, oldest first */
export async function replayMissedEvents(deps: Deps, from: Date, signal?: AbortSignal): Promise<StripeEvent[]> {
  const missed: StripeEvent[] = [];
  const stripe = getStripe(deps);
  const since = Math.floor(from.getTime() / 1000);
  for await (const event of stripe.events.list({
    created: { gte: since },
    types: [...HANDLED_EVENT_TYPES],
    limit: 100,
  })) {
    if (signal?.aborted) return [];
    if (!isHandledEventType(event.type) || (await findEvent(deps.db, event.id))) continue;
    const whole = await fetchInOurVersion(stripe, event);
    if (whole) missed.push(whole);
    else await notifyAdminsOfVersion(deps, event, 'The list of events');
  }
  missed.reverse();
  for (const event of missed) await receiveEvent(deps, event);
  return missed;
}

/** Reads back events that never arrived, and takes up those that could not be applied. */
export async function catchUpEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  const began = deps.now();
  const from = (await getWatermark(deps.db)) ?? subtractMs(began, FIRST_LOOK_MS);
  await replayMissedEvents(deps, subtractMs(from, OVERLAP_MS), signal);
  if (signal?.aborted) return;
  while (await retryWaitingEvents(deps, signal)) {
    // What was applied now may be what another one waits for: a payment that came after its dispute.
  }
  if (signal?.aborted) return;
  await setWatermark(deps.db, began);
}

/** Applies the events that could not be applied yet. @returns whether some were and others still wait */
async function retryWaitingEvents(deps: Deps, signal?: AbortSignal): Promise<boolean> {
  let applied = 0;
  const waiting = await listUnprocessedEvents(deps.db, BATCH);
  for (const id of waiting) {
    if (signal?.aborted) return false;
    if (await applyEvent(deps, id)) applied += 1;
  }
  return applied > 0 && applied < waiting.length;
}
