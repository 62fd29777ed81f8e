import { lazyText } from '../../../messages/lazy-text.ts';
import type { Deps } from '../../../server/deps.ts';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import { getCurrentPlan } from '../../payments/current-plan.commands.ts';
import { isStepRefusal } from '../../payments/orders/steps.rules.ts';
import * as messages from '../bookings.messages.ts';
import { applyCallStep, endOpenCall, notifyCallDesk, notifyMember } from './phone-call-lifecycle.commands.ts';
import { listCallsStarting, listCallsWithoutAdmin, listStartedCalls, lockCall } from './phone-calls.queries.ts';
import { applyCallDeadline, hasConcierge, releaseCall } from './phone-calls.rules.ts';

/**
 * Hours before the start at which the member is reminded. The message's dedupe key ensures that each reminder is sent
 * once.
 */
const REMINDER_HOURS_BEFORE = [24, 1];
/** A period that includes every bookable half hour. */
const BOOKABLE_PERIOD_MS = 31 * DAY_MS;

/**
 * Cancels calls whose plan no longer includes them, releases calls whose admin left the desk, sends reminders, and ends
 * calls that waited too long.
 */
export async function processDueCalls(deps: Deps): Promise<void> {
  await cancelCallsWithoutPlan(deps);
  await releaseAbandonedCalls(deps);
  await sendCallReminders(deps);
  await handleCallDeadlines(deps);
}

async function cancelCallsWithoutPlan(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const { userId } of await listCallsStarting(deps.db, ['booked', 'taken'], now, addMs(now, BOOKABLE_PERIOD_MS))) {
    // Checking token-based access may need the network, so do it outside the transaction.
    if (hasConcierge(await getCurrentPlan(deps, userId))) continue;
    await deps.db.transaction((tx) => endOpenCall(tx, deps, userId, 'plan'));
  }
}

/** Puts calls back into the queue when the admin who took them left the desk, and notifies the desk. */
async function releaseAbandonedCalls(deps: Deps): Promise<void> {
  for (const id of await listCallsWithoutAdmin(deps.db)) {
    await deps.db.transaction(async (tx) => {
      const row = (await lockCall(tx, id))!;
      const step = releaseCall(row);
      if (isStepRefusal(step)) return;
      await applyCallStep(tx, deps, row, step);
      const message = { title: messages.callWaitsAgainTitle, line: messages.callWaitsAgain };
      await notifyCallDesk(tx, deps, row, { cause: `abandoned:${deps.now().toISOString()}`, ...message });
    });
  }
}

async function sendCallReminders(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const hours of REMINDER_HOURS_BEFORE) {
    for (const row of await listCallsStarting(deps.db, ['booked', 'taken'], now, addMs(now, hours * HOUR_MS))) {
      // A call booked less than a day ahead gets only the one-hour reminder.
      if (hours > 1 && row.startsAt.getTime() - now.getTime() < (hours - 1) * HOUR_MS) continue;
      const title = hours === 1 ? messages.callSoonTitle : messages.callTomorrowTitle;
      const phoneNumber = deps.env.CONCIERGE_PHONE;
      const line = phoneNumber
        ? lazyText(messages.callReminderWithNumber, { phone: row.phone, from: phoneNumber })
        : lazyText(messages.callReminder, { phone: row.phone });
      await deps.db.transaction((tx) => notifyMember(tx, deps, row, { cause: `remind:${hours}`, title, line }));
    }
  }
  for (const row of await listCallsStarting(deps.db, ['booked'], subtractMs(now, HOUR_MS), addMs(now, HOUR_MS))) {
    const notice = { cause: 'due', title: messages.callUntakenTitle, line: row.topic };
    await deps.db.transaction((tx) => notifyCallDesk(tx, deps, row, notice));
  }
}

async function handleCallDeadlines(deps: Deps): Promise<void> {
  for (const id of await listStartedCalls(deps.db, deps.now())) {
    await deps.db.transaction(async (tx) => {
      const row = (await lockCall(tx, id))!;
      const step = applyCallDeadline(row, deps.now());
      if (!isStepRefusal(step)) await applyCallStep(tx, deps, row, step);
    });
  }
}
