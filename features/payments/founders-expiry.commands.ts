import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { DAY_MS } from '../../time/units.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { listExpiringFounders } from './entitlements.queries.ts';
import * as messages from './payments.messages.ts';

/** Days before expiry on which we send a notice, nearest first. */
const NOTICES = refundTerms.foundersNoticeDays.toSorted((one, two) => one - two);

/**
 * Notifies Founders that their Premium is about to expire, once per notice. Notices missed during an outage are sent
 * afterwards.
 */
export async function sendFoundersExpiryNotices(deps: Deps, signal?: AbortSignal): Promise<void> {
  const now = deps.now();
  for (const { userId, endsAt, credits } of await listExpiringFounders(
    deps.db,
    now,
    addMs(now, NOTICES.at(-1)! * DAY_MS),
  )) {
    if (signal?.aborted) return;
    const days = NOTICES.find((notice) => endsAt <= addMs(now, notice * DAY_MS))!;
    await deps.db.transaction((tx) =>
      enqueueNotification(tx, deps, {
        userId,
        write: (t) => ({
          kind: 'payment',
          title: t(messages.foundersEndingTitle, { day: formatUtcDay(t, endsAt) }),
          lines: [t(messages.foundersEndingText, { days }), ...(credits > 0 ? [t(messages.foundersEndingCredit)] : [])],
          link:
            credits > 0
              ? { label: t(messages.useCredit), path: paths.hire }
              : { label: t(messages.seePlans), path: paths.plans },
          dedupeKey: `founders-ending:${days}:${endsAt.toISOString()}`,
        }),
      }),
    );
  }
}
