import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import { english } from '../../messages/lazy-text.ts';
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
        kind: 'payment',
        title: english(messages.foundersEndingTitle, { day: formatUtcDay(endsAt) }),
        lines: [
          english(messages.foundersEndingText, { days }),
          ...(credits > 0 ? [english(messages.foundersEndingCredit)] : []),
        ],
        link:
          credits > 0
            ? { label: english(messages.useCredit), path: paths.hire }
            : { label: english(messages.seePlans), path: paths.plans },
        dedupeKey: `founders-ending:${days}:${endsAt.toISOString()}`,
      }),
    );
  }
}
