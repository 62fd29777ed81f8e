import type { Db } from '../../../db/database.ts';
import type { AfterCommit, Deps } from '../../../server/deps.ts';
import type { BanScope } from '../../moderation/ban-reasons.schema.ts';
import { isBannedFrom } from '../../moderation/standing.commands.ts';
import { STANDING, shuts } from '../../moderation/standing.rules.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import { renewPublicPages } from '../lfg.commands.ts';
import { closeForLeaving, lockListing, openListingsOf, reopenForReturned } from '../lfg.queries.ts';
import { isComplete, isOpen } from '../lfg.rules.ts';
import {
  ownerBackMessage,
  ownerGoneMessage,
  seatBackMessage,
  seatFreeMessage,
} from './application-messages.wording.ts';
import * as queries from './applications.queries.ts';

const owners = STANDING['lfg-owner'].ends;
const applicants = STANDING['lfg-applicant'].ends;

/**
 * A banned owner's listings are hidden while the ban lasts, and those who hope for an answer hear of it; a banned
 * applicant's seats become free. In the transaction of the ban.
 */
export async function onUserBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit> {
  const now = deps.now();
  const hidden = shuts(scope, 'lfg-owner') ? await openListingsOf(tx, userId, now) : [];
  for (const listing of hidden) await notifyHopefuls(tx, deps, listing, owners[`banned-${scope}`]!);
  const freed = shuts(scope, 'lfg-applicant')
    ? await giveUpSeats(tx, deps, userId, { because: applicants[`banned-${scope}`], leftAt: null })
    : [];
  return renewAbout(deps, [...hidden, ...freed]);
}

/** Somebody who is about to leave: their listings close and their seats become free, until they stay after all. */
export async function onAccountDeletionScheduled(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<AfterCommit> {
  const now = deps.now();
  const closed = await closeForLeaving(tx, userId, now);
  for (const listing of closed) await notifyHopefuls(tx, deps, listing, owners.leaving!);
  const freed = await giveUpSeats(tx, deps, userId, { because: applicants.leaving, leftAt: now });
  return renewAbout(deps, [...closed, ...freed]);
}

/**
 * They stay: their listings are open again, and so are the seats that nobody has taken since. What a ban or a block has
 * shut meanwhile stays shut: of a banned owner nobody hears before the ban is over, and no seat leads past either.
 */
export async function onAccountRestored(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<AfterCommit> {
  const now = deps.now();
  const opened = await reopenForReturned(tx, userId, now);
  const hidden = await isBannedFrom(tx, deps, userId, 'lfg-owner');
  for (const listing of hidden ? [] : opened) await notifyBack(tx, deps, listing);
  const banned = await isBannedFrom(tx, deps, userId, 'lfg-applicant');
  const back: string[] = [];
  const player = (await queries.playerOf(tx, userId))?.display_name;
  for (const { listingId } of await queries.seatsGivenUp(tx, userId)) {
    const listing = await lockListing(tx, listingId);
    const application = await queries.applicationOf(tx, listingId, userId);
    if (!listing || !application) continue;
    const seated = await queries.acceptedOf(tx, listingId);
    const taken = seated.some(({ position }) => position === application.position);
    const group = [listing.userId, ...seated.map(({ applicantId }) => applicantId)];
    const shut = banned || (await isBlockedAmong(tx, userId, group));
    const free = isOpen(listing, now) && !taken && !shut && application.status === 'withdrawn';
    const status = free ? ('accepted' as const) : application.status;
    await queries.moveApplication(tx, application.id, application.status, { status, leftAt: null, decidedAt: now });
    if (!free) continue;
    back.push(listingId);
    await enqueueNotifications(tx, deps, [seatBackMessage(application, listing, player, now)]);
  }
  return renewAbout(deps, [...opened, ...back]);
}

/** The ban of an owner is over: their listings are shown again, and those who hope for an answer hear of it. */
export async function onBanEnded(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<AfterCommit | undefined> {
  if (!shuts(scope, 'lfg-owner') || (await isBannedFrom(tx, deps, userId, 'lfg-owner'))) return undefined;
  const shown = await openListingsOf(tx, userId, deps.now());
  for (const listing of shown) await notifyBack(tx, deps, listing);
  return renewAbout(deps, shown);
}

async function notifyBack(tx: Db, deps: Deps, listing: { id: string; title: string }): Promise<void> {
  const now = deps.now();
  const hopefuls = await queries.hopefulsOf(tx, listing.id);
  await enqueueNotifications(
    tx,
    deps,
    hopefuls.map((application) => ownerBackMessage(application, listing, now)),
  );
}

async function notifyHopefuls(
  tx: Db,
  deps: Deps,
  listing: { id: string; title: string },
  because: string,
): Promise<void> {
  const now = deps.now();
  const hopefuls = await queries.hopefulsOf(tx, listing.id);
  await enqueueNotifications(
    tx,
    deps,
    hopefuls.map((application) => ownerGoneMessage(application, listing, because, now)),
  );
}

/** @returns the listings that have a free seat now */
async function giveUpSeats(
  tx: Db,
  deps: Deps,
  userId: string,
  { because, leftAt }: { because: string | undefined; leftAt: Date | null },
): Promise<string[]> {
  const now = deps.now();
  const player = (await queries.playerOf(tx, userId))?.display_name;
  const freed: string[] = [];
  for (const { listingId } of await queries.seatsOf(tx, userId)) {
    const listing = await lockListing(tx, listingId);
    const application = await queries.applicationOf(tx, listingId, userId);
    if (!listing || isComplete(listing) || application?.status !== 'accepted') continue;
    await queries.moveApplication(tx, application.id, 'accepted', { status: 'withdrawn', decidedAt: now, leftAt });
    if (listing.status !== 'active') continue;
    freed.push(listingId);
    await enqueueNotifications(tx, deps, [seatFreeMessage(application, listing, { player, because }, now)]);
  }
  return freed;
}

function renewAbout(deps: Deps, listings: readonly unknown[]) {
  return async () => {
    if (listings.length > 0) await renewPublicPages(deps, true);
  };
}
