import { paths } from '../../../content/paths.ts';
import { type Db, toPostgresError } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { parseReachablePhone } from '../../accounts/contact-addresses.commands.ts';
import { requireAccess } from '../../moderation/access-policy.commands.ts';
import { getCurrentPlan, getPlanAt } from '../../payments/current-plan.commands.ts';
import { assertStep } from '../../payments/orders/steps.commands.ts';
import { findOwnProfile } from '../../profiles/profiles.queries.ts';
import * as messages from '../bookings.messages.ts';
import { applyCallStep, notifyCallDesk } from './phone-call-lifecycle.commands.ts';
import {
  type CallRow,
  findCall,
  findOpenCall,
  insertCall,
  listClosedCallsOf,
  listTakenCallStarts,
  lockCall,
} from './phone-calls.queries.ts';
import { cancelCall, getCallEnd, hasConcierge, listCallSlots } from './phone-calls.rules.ts';
import type { CallInput, CallView, PhoneConcierge } from './phone-calls.schema.ts';

const PAST_SHOWN = 10;

/** Checks that this installation has a phone concierge. @throws Refusal unavailable */
function requireConcierge({ env }: Deps): void {
  if (env.CONCIERGE_PHONE) return;
  throw new Refusal('unavailable', lazyText(messages.callsUnavailable, { help: paths.help }));
}

export const toCallView = (row: CallRow): CallView => ({
  id: row.id,
  startsAt: row.startsAt.toISOString(),
  endsAt: getCallEnd(row.startsAt).toISOString(),
  phone: row.phone,
  topic: row.topic,
  status: row.status,
  cancelledFor: row.cancelledFor,
});

/** Returns the data for a user's phone concierge page. */
export async function readConcierge(deps: Deps, { userId }: Person): Promise<PhoneConcierge> {
  const { db, env } = deps;
  const [plan, profile, call, pastCalls] = await Promise.all([
    getCurrentPlan(deps, userId),
    findOwnProfile(db, userId),
    findOpenCall(db, userId),
    listClosedCallsOf(db, userId, PAST_SHOWN),
  ]);
  const isOffered = env.CONCIERGE_PHONE !== undefined;
  const isIncluded = hasConcierge(plan);
  const now = deps.now();
  const isBookable = isOffered && isIncluded && !call;
  return {
    offered: isOffered,
    included: isIncluded,
    callsFrom: env.CONCIERGE_PHONE ?? null,
    phone: profile?.phone ?? null,
    call: call ? toCallView(call) : null,
    past: pastCalls.map(toCallView),
    slots: isBookable ? listCallSlots(now, await listTakenCallStarts(db, now)) : [],
  };
}

/**
 * Books a callback. Database constraints catch two users booking the same half hour, or one user booking two calls.
 * @throws Refusal forbidden without the plan, conflict when the half hour is taken
 */
export async function bookCall(deps: Deps, actor: Person, input: CallInput): Promise<CallView> {
  requireConcierge(deps);
  const startsAt = new Date(input.startsAt);
  const phone = `+${parseReachablePhone(input.phone)}`;
  if (!hasConcierge(await getCurrentPlan(deps, actor.userId)))
    throw new Refusal('forbidden', lazyText(messages.callsNeedPremium, { plans: paths.plans }));
  if (!hasConcierge(await getPlanAt(deps, actor.userId, startsAt)))
    throw new Refusal('invalid', messages.planEndsBeforeCall, 'startsAt');
  try {
    return await deps.db.transaction(async (tx) => {
      await requireAccess(tx, deps, actor.userId, 'calls');
      if (await findOpenCall(tx, actor.userId)) throw new Refusal('conflict', messages.callAlreadyBooked);
      const now = deps.now();
      const freeSlots = listCallSlots(now, await listTakenCallStarts(tx, now));
      if (!freeSlots.some((slot) => Date.parse(slot.startsAt) === startsAt.getTime()))
        throw new Refusal('conflict', messages.slotTaken, 'startsAt');
      const { topic } = input;
      const row = await insertCall(tx, { userId: actor.userId, startsAt, phone, topic, createdAt: now });
      await notifyCallDesk(tx, deps, row, { cause: 'booked', title: messages.callBookedTitle, line: row.topic });
      return toCallView(row);
    });
  } catch (error) {
    throw toConflict(error) ?? error;
  }
}

function toConflict(error: unknown): Refusal | undefined {
  const clash = toPostgresError(error);
  if (clash?.code !== '23505') return undefined;
  return clash.constraint === 'phone_calls_open'
    ? new Refusal('conflict', messages.callAlreadyBooked)
    : new Refusal('conflict', messages.slotTaken, 'startsAt');
}

/** Cancels the member's own call before it begins, which frees the half hour. */
export async function cancelOwnCall(deps: Deps, actor: Person, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockOwnCall(tx, actor, id);
    await applyCallStep(tx, deps, row, assertStep(cancelCall(row, 'member', deps.now())));
  });
}

async function lockOwnCall(tx: Db, actor: Person, id: string): Promise<CallRow> {
  const call = await findCall(tx, id);
  if (call?.userId !== actor.userId) throw new Refusal('not_found', messages.callNotFound);
  return (await lockCall(tx, id))!;
}
