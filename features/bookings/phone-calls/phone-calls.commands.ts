import { paths } from '../../../content/paths.ts';
import { type Db, postgresError } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { reachablePhone } from '../../accounts/contact-addresses.commands.ts';
import { assertStep } from '../../deals/orders/steps.commands.ts';
import { planAt, planNow } from '../../deals/plan-in-force.commands.ts';
import { requireStanding } from '../../moderation/standing.commands.ts';
import { ownProfile } from '../../profiles/profiles.queries.ts';
import { applyCallStep, tellDesk } from './phone-call-life.commands.ts';
import {
  type CallRow,
  closedCallsOf,
  findCall,
  insertCall,
  lockCall,
  openCallOf,
  takenCallStarts,
} from './phone-calls.queries.ts';
import { callEnds, callSlots, cancelCall, hasConcierge } from './phone-calls.rules.ts';
import type { CallInput, CallView, PhoneConcierge } from './phone-calls.schema.ts';

const PAST = 10;
const TAKEN = 'That half hour has just been taken. Please pick another one.';
const ONE_AT_A_TIME = 'You have a call booked already. Call it off first to pick another half hour.';

/** Where nobody is at the phone, the plan does not promise one. @throws Refusal unavailable */
function requireConcierge({ env }: Deps): void {
  if (env.CONCIERGE_PHONE) return;
  throw new Refusal('unavailable', `Nobody is at the phone here. ${paths.help} says how else to reach us.`);
}

export const callView = (row: CallRow): CallView => ({
  id: row.id,
  startsAt: row.startsAt.toISOString(),
  endsAt: callEnds(row.startsAt).toISOString(),
  phone: row.phone,
  topic: row.topic,
  status: row.status,
  cancelledFor: row.cancelledFor,
});

/** What the page of the phone concierge shows to somebody. */
export async function readConcierge(deps: Deps, { userId }: Person): Promise<PhoneConcierge> {
  const { db, env } = deps;
  const [plan, profile, call, past] = await Promise.all([
    planNow(deps, userId),
    ownProfile(db, userId),
    openCallOf(db, userId),
    closedCallsOf(db, userId, PAST),
  ]);
  const offered = env.CONCIERGE_PHONE !== undefined;
  const included = hasConcierge(plan);
  const now = deps.now();
  const bookable = offered && included && !call;
  return {
    offered,
    included,
    callsFrom: env.CONCIERGE_PHONE ?? null,
    phone: profile?.phone ?? null,
    call: call ? callView(call) : null,
    past: past.map(callView),
    slots: bookable ? callSlots(now, await takenCallStarts(db, now)) : [],
  };
}

/**
 * Books a call-back. The database has the last word on two who want the same half hour, or one who wants two.
 * @throws Refusal forbidden without the plan, conflict when the half hour is taken
 */
export async function bookCall(deps: Deps, actor: Person, input: CallInput): Promise<CallView> {
  requireConcierge(deps);
  const startsAt = new Date(input.startsAt);
  const phone = `+${reachablePhone(input.phone)}`;
  if (!hasConcierge(await planNow(deps, actor.userId)))
    throw new Refusal('forbidden', `The phone concierge comes with Premium: ${paths.plans}.`);
  if (!hasConcierge(await planAt(deps, actor.userId, startsAt)))
    throw new Refusal('invalid', 'Your plan ends before that call. Please pick an earlier half hour.', 'startsAt');
  try {
    return await deps.db.transaction(async (tx) => {
      await requireStanding(tx, deps, actor.userId, 'calls');
      if (await openCallOf(tx, actor.userId)) throw new Refusal('conflict', ONE_AT_A_TIME);
      const now = deps.now();
      const free = callSlots(now, await takenCallStarts(tx, now));
      if (!free.some((slot) => Date.parse(slot.startsAt) === startsAt.getTime()))
        throw new Refusal('conflict', TAKEN, 'startsAt');
      const { topic } = input;
      const row = await insertCall(tx, { userId: actor.userId, startsAt, phone, topic, createdAt: now });
      await tellDesk(tx, deps, row, { cause: 'booked', title: 'A call is booked', line: row.topic });
      return callView(row);
    });
  } catch (error) {
    throw clashOf(error) ?? error;
  }
}

function clashOf(error: unknown): Refusal | undefined {
  const clash = postgresError(error);
  if (clash?.code !== '23505') return undefined;
  return clash.constraint === 'phone_calls_open'
    ? new Refusal('conflict', ONE_AT_A_TIME)
    : new Refusal('conflict', TAKEN, 'startsAt');
}

/** The member takes a call back before it begins; the half hour is free again. */
export async function callOff(deps: Deps, actor: Person, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id);
    await applyCallStep(tx, deps, row, assertStep(cancelCall(row, 'member', deps.now())));
  });
}

async function lockOwn(tx: Db, actor: Person, id: string): Promise<CallRow> {
  const found = await findCall(tx, id);
  if (found?.userId !== actor.userId) throw new Refusal('not_found', 'There is no such call.');
  return (await lockCall(tx, id))!;
}
