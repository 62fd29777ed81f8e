import { legalVersions, termsDate } from '../../content/legal/legal-versions.ts';
import { paths } from '../../content/paths.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { enqueueNotifications } from './notifications.commands.ts';
import * as messages from './notifications.messages.ts';
import { listUsersToNotify } from './terms-notices.queries.ts';

const BATCH_SIZE = 500;
/** How long after a change we look for people to notify. Later joiners accept the new version when they join. */
const NOTICE_DAYS = 30;

/** Notifies, once per version, everyone who joined before the current terms. If a run is stopped, the next continues. */
export async function announceTerms(deps: Deps, signal: AbortSignal): Promise<void> {
  const until = addMs(new Date(termsDate), DAY_MS);
  if (addMs(until, NOTICE_DAYS * DAY_MS) < deps.now()) return;
  const key = `terms:${legalVersions.terms}`;
  while (!signal.aborted) {
    const userIds = await listUsersToNotify(deps.db, { number: legalVersions.terms, until, key }, BATCH_SIZE);
    if (userIds.length === 0) return;
    await deps.db.transaction((tx) =>
      enqueueNotifications(
        tx,
        deps,
        userIds.map((userId) => ({
          userId,
          write: (t) => ({
            kind: 'payment',
            title: t(messages.termsChangedTitle),
            lines: [t(messages.termsChangedText)],
            link: { label: t(messages.seeTermsChanges), path: paths.termsChanges },
            dedupeKey: key,
          }),
        })),
      ),
    );
  }
}
