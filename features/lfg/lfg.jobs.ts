import { paths } from '../../content/paths.ts';
import type { Deps, JobKind } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { refreshPublicPages } from './lfg.commands.ts';
import * as messages from './lfg.messages.ts';
import { listExpired, markExpired, purgeDeleted } from './lfg.queries.ts';
import { BOOST_PAUSE_DAYS } from './lfg.rules.ts';

const BATCH_SIZE = 200;
/**
 * How long to keep deleted listings. They record when a boost was used, so twice the pause between boosts is enough.
 */
const KEEP_DELETED_MS = 2 * BOOST_PAUSE_DAYS * DAY_MS;

/** Marks listings past their date as expired and offers each owner to renew theirs. */
async function expireListings(deps: Deps, _data: object, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  for (let batch = await listExpired(deps.db, now, BATCH_SIZE); batch.length > 0 && !signal.aborted; ) {
    for (const listing of batch) {
      const hasExpired = await deps.db.transaction(async (tx) => {
        if (!(await markExpired(tx, listing.id, now))) return false;
        // A banned owner can't renew the listing, so link to the page that explains the ban.
        const isBanned = await isBannedFrom(tx, deps, listing.userId, 'lfg-owner');
        await enqueueNotification(tx, deps, {
          userId: listing.userId,
          write: (t) => ({
            kind: 'lfg',
            title: t(messages.expiredTitle),
            lines: [t(isBanned ? messages.expiredWhileBanned : messages.expired, { title: listing.title })],
            link: isBanned
              ? { label: t(messages.seeBan), path: paths.accountStatus }
              : { label: t(messages.renewExpired), path: paths.listing(listing.id) },
            dedupeKey: `lfg-expired:${listing.id}:${listing.expiresAt.toISOString()}`,
          }),
        });
        return true;
      });
      if (hasExpired) await refreshPublicPages(deps);
    }
    batch = batch.length < BATCH_SIZE ? [] : await listExpired(deps.db, now, BATCH_SIZE);
  }
  await purgeDeleted(deps.db, subtractMs(now, KEEP_DELETED_MS));
}

export const lfgJobs: JobKind[] = [{ name: 'expire-listings', run: expireListings }];
