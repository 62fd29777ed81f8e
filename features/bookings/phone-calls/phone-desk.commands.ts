import type { Db } from '../../../db/database.ts';
import { english } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findUser } from '../../accounts/accounts.queries.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { getCurrentPlan } from '../../payments/current-plan.commands.ts';
import { readOrders } from '../../payments/money.commands.ts';
import { assertStep } from '../../payments/orders/steps.commands.ts';
import { getMemberNames } from '../../profiles/player-views.queries.ts';
import { findOwnProfile } from '../../profiles/profiles.queries.ts';
import { listSquads } from '../../squads/squads.queries.ts';
import * as messages from '../bookings.messages.ts';
import { applyCallStep } from './phone-call-lifecycle.commands.ts';
import { toCallView } from './phone-calls.commands.ts';
import {
  type CallRow,
  findCall,
  listClosedCalls,
  listClosedCallsOf,
  listOpenCalls,
  lockCall,
  updateCall,
} from './phone-calls.queries.ts';
import { cancelCall, closeCall, releaseCall, takeCall } from './phone-calls.rules.ts';
import type { CallDesk, CallerAccount, CallOutcome, DeskCall } from './phone-calls.schema.ts';

const CLOSED_SHOWN = 20;
const EARLIER_SHOWN = 5;
const ORDERS_SHOWN = 5;

async function toDeskCalls(db: Db, rows: CallRow[]): Promise<DeskCall[]> {
  const names = await getMemberNames(
    db,
    rows.flatMap(({ userId, takenBy }) => (takenBy ? [userId, takenBy] : [userId])),
  );
  return rows.map((row) => ({
    ...toCallView(row),
    userId: row.userId,
    name: names.get(row.userId) ?? english(messages.unnamedPlayer),
    takenBy: row.takenBy ? { id: row.takenBy, name: names.get(row.takenBy) ?? english(messages.unnamedAdmin) } : null,
    notes: row.notes,
  }));
}

/** Returns the concierge queue, soonest first, and the most recently closed calls. */
export async function readCallDesk(deps: Deps): Promise<CallDesk> {
  const [open, closedCalls] = await Promise.all([listOpenCalls(deps.db), listClosedCalls(deps.db, CLOSED_SHOWN)]);
  const calls = await toDeskCalls(deps.db, [...open, ...closedCalls]);
  return {
    offered: deps.env.CONCIERGE_PHONE !== undefined,
    open: calls.slice(0, open.length),
    closed: calls.slice(open.length),
  };
}

/**
 * Returns a call with its member's account.
 * @throws Refusal not_found
 */
export async function readCallAccount(deps: Deps, id: string): Promise<CallerAccount> {
  const { db } = deps;
  const row = await findCall(db, id);
  if (!row) throw new Refusal('not_found', messages.callNotFound);
  const [user, profile, plan, squads, orders, earlier] = await Promise.all([
    findUser(db, row.userId),
    findOwnProfile(db, row.userId),
    getCurrentPlan(deps, row.userId),
    listSquads(db, row.userId),
    listLastOrders(deps, row.userId),
    listClosedCallsOf(db, row.userId, EARLIER_SHOWN + 1),
  ]);
  const otherCalls = earlier.filter((one) => one.id !== id).slice(0, EARLIER_SHOWN);
  const [call, ...before] = await toDeskCalls(db, [row, ...otherCalls]);
  return {
    call: call!,
    plan,
    email: user?.email ?? null,
    timezone: profile?.timezone ?? null,
    memberSince: (user?.createdAt ?? row.createdAt).toISOString(),
    published: profile?.published ?? false,
    plays: [profile?.role, profile?.platform, profile?.region].filter((one): one is string => Boolean(one)),
    squads: squads.map(({ id: squadId, name }) => ({ id: squadId, name })),
    orders,
    earlier: before,
  };
}

async function listLastOrders(deps: Deps, userId: string): Promise<CallerAccount['orders']> {
  const { orders } = await readOrders(deps, { userId }, undefined);
  return orders.slice(0, ORDERS_SHOWN).map((order) => ({
    id: order.id,
    name: order.name,
    stage: order.stage ?? order.state,
    createdAt: order.createdAt,
  }));
}

type Change = Parameters<typeof applyCallStep>[3];

/** Applies an admin's change to a phone call. Concurrent changes run one after the other. */
async function changeDeskCall(
  deps: Deps,
  admin: Person,
  id: string,
  { action, step }: { action: string; step: (row: CallRow) => Change },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockCall(tx, id);
    if (!row) throw new Refusal('not_found', messages.callNotFound);
    const change = step(row);
    await applyCallStep(tx, deps, row, change);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action,
      targetType: 'phone_call',
      targetId: id,
      after: { status: change.status },
    });
  });
}

/** Assigns the call to the admin. @throws Refusal conflict when another admin has it */
export const takeDeskCall = (deps: Deps, admin: Person, id: string): Promise<void> =>
  changeDeskCall(deps, admin, id, { action: 'take_call', step: (row) => assertStep(takeCall(row, admin.userId)) });

/** Puts a taken call back into the queue. Any admin may do this. */
export const releaseDeskCall = (deps: Deps, admin: Person, id: string): Promise<void> =>
  changeDeskCall(deps, admin, id, { action: 'release_call', step: (row) => assertStep(releaseCall(row)) });

/** Closes a call as done or missed. */
export const closeDeskCall = (deps: Deps, admin: Person, id: string, { outcome, notes }: CallOutcome): Promise<void> =>
  changeDeskCall(deps, admin, id, {
    action: 'close_call',
    step: (row) => ({ ...assertStep(closeCall(row, outcome, admin.userId, deps.now())), notes }),
  });

/** Cancels a phone call for an admin. The member is notified, and the half hour is free again. */
export const cancelDeskCall = (deps: Deps, admin: Person, id: string): Promise<void> =>
  changeDeskCall(deps, admin, id, {
    action: 'cancel_call',
    step: (row) => assertStep(cancelCall(row, 'desk', deps.now())),
  });

/** Saves notes on a call, during or after it. @throws Refusal not_found */
export async function saveDeskNotes(deps: Deps, admin: Person, id: string, notes: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await lockCall(tx, id))) throw new Refusal('not_found', messages.callNotFound);
    await updateCall(tx, id, { notes });
    const entry = { adminId: admin.userId, action: 'note_call', targetType: 'phone_call', targetId: id };
    await recordAudit(tx, deps, { ...entry, after: {} });
  });
}
