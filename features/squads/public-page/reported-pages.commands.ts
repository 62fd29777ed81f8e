import { randomInt } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { english } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIsoOrNull } from '../../../time/instants.ts';
import { consumeReportLimit, reportPerson } from '../../moderation/flags.commands.ts';
import type { ReportText } from '../../moderation/moderation.schema.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { CREST_COUNT } from '../squad-creation.commands.ts';
import { createPageClosedMessage, createPageReopenedMessage } from '../squad-messages.wording.ts';
import { generateSquadName } from '../squad-names.generator.ts';
import * as messages from '../squads.messages.ts';
import { changeSquad, lockSquad } from '../squads.queries.ts';
import { getSquadPage } from './squad-pages.commands.ts';
import { findSquadWithPage } from './squad-pages.queries.ts';
import { formatPageSummary } from './squad-pages.rules.ts';

/**
 * Reports a squad's public page to the moderators, with the text it shows. The captain is responsible for the page.
 * @throws Refusal if the page doesn't exist or is the caller's own, if they already have an open report on it, or if
 * they sent too many reports this hour
 */
export async function reportSquadPage(deps: Deps, actor: Person, id: string, report: ReportText): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  const row = await findSquadWithPage(deps.db, id, deps.now());
  if (!row?.captainId) throw new Refusal('not_found', messages.noPublicPage);
  const about = {
    userId: row.captainId,
    squadId: id,
    title: row.name,
    notes: formatPageSummary(english, await getSquadPage({ ...deps, reads: deps.db }, id)),
  };
  await reportPerson(deps.db, deps, about, { reporterId: actor.userId, ...report });
}

/** Page fields that a moderator can change. */
export type ReportedPage = { name: string; pageSince: string | null };

/**
 * Turns a squad's public page off on behalf of a moderator, removes the squad's name too if `rename` is set, and
 * notifies the captain. Runs in the decision's transaction.
 * @returns the page before and after; undefined when the squad, and therefore its page, has ended
 */
export async function takeDownSquadPage(
  tx: Db,
  deps: Deps,
  squadId: string,
  { rename }: { rename: boolean },
): Promise<{ before: ReportedPage; after: ReportedPage } | undefined> {
  const row = await lockSquad(tx, squadId);
  if (!row) return undefined;
  const before = { name: row.name, pageSince: toIsoOrNull(row.pageSince) };
  const after = { name: rename ? generateSquadName(randomInt(CREST_COUNT)) : row.name, pageSince: null };
  if (!rename && row.pageSince === null) return { before, after };
  const rev = await changeSquad(tx, squadId, after);
  await enqueueNotification(tx, deps, {
    userId: row.captainId,
    write: (t) => createPageClosedMessage(t, { ...row, rev, name: after.name }, rename),
  });
  return { before, after };
}

/**
 * Undoes `takeDownSquadPage` and notifies the captain. Runs in the undo's transaction.
 * @returns false when the page has changed since and can't be restored
 */
export async function restoreSquadPage(
  tx: Db,
  deps: Deps,
  squadId: string,
  { before, after }: { before: ReportedPage; after: ReportedPage },
): Promise<boolean> {
  if (before.name === after.name && before.pageSince === after.pageSince) return true;
  const row = await lockSquad(tx, squadId);
  if (row?.name !== after.name || row.pageSince !== null) return false;
  const pageSince = before.pageSince === null ? null : new Date(before.pageSince);
  const rev = await changeSquad(tx, squadId, { name: before.name, pageSince });
  await enqueueNotification(tx, deps, {
    userId: row.captainId,
    write: (t) => createPageReopenedMessage(t, { ...row, rev, name: before.name }),
  });
  return true;
}
