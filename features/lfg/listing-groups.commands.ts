import { paths } from '../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { lockAccounts } from '../accounts/account-views.queries.ts';
import { formMatch } from '../matches/match-groups.commands.ts';
import { formParty } from '../matches/parties/parties.commands.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { POSITIONS, type Position } from '../profiles/game.schema.ts';
import { findPlayer, listAccepted, listPending, updateApplicationStatus } from './applications/applications.queries.ts';
import { refreshPublicPages } from './lfg.commands.ts';
import * as messages from './lfg.messages.ts';
import { findListing, type ListingRow, lockListing, updateListing } from './lfg.queries.ts';
import { canBecomeParty, getGroupFormat, isComplete } from './lfg.rules.ts';

/**
 * Turns a filled listing into a match of its owner and the accepted players, and closes it. The remaining applicants
 * are notified.
 * @returns the id of the match
 * @throws Refusal if the listing isn't the caller's or has a free seat, or if no match has the group's size
 */
export async function createSquadFromListing(deps: Deps, actor: Person, listingId: string): Promise<string> {
  const { matchId, after } = await withDeadlockRetry(deps.db, async (tx) => {
    const { listing, accepted } = await lockGroup(tx, actor, listingId);
    const filledSeats = accepted.map(({ position }) => position);
    if (!getGroupFormat(listing.neededPositions, filledSeats)) {
      throw new Refusal('conflict', messages.squadNeedsPlayers);
    }
    const seats = await toSeats(tx, actor, accepted);
    const { id, after } = await formMatch(tx, deps, {
      seats,
      leaderId: actor.userId,
      origin: { by: 'listing', title: listing.title },
    });
    await completeListing(tx, deps, listing, { matchId: id });
    return { matchId: id, after };
  });
  await after();
  await refreshPublicPages(deps);
  return matchId;
}

/**
 * Turns a filled listing of three or four players into a party that queues together. The matcher finds the players who
 * complete their squad. The listing closes, and the remaining applicants are notified.
 * @throws Refusal if the listing isn't the caller's, is closed, complete or has a free seat, if the group has another
 *   size, or if someone can't be in a party
 */
export async function createPartyFromListing(deps: Deps, actor: Person, listingId: string): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const { listing, accepted } = await lockGroup(tx, actor, listingId);
    if (listing.status !== 'active') throw new Refusal('conflict', messages.listingAlreadyClosed);
    const filledSeats = accepted.map(({ position }) => position);
    if (!canBecomeParty(listing.neededPositions, filledSeats)) {
      throw new Refusal('conflict', messages.partyNeedsPlayers);
    }
    const members = [actor.userId, ...accepted.map(({ applicantId }) => applicantId)];
    const reason = lazyText(messages.partyReason, { title: listing.title });
    const positions = await toSeats(tx, actor, accepted);
    const due = await formParty(tx, deps, { leaderId: actor.userId, memberIds: members, reason, positions });
    await completeListing(tx, deps, listing, { becamePartyAt: deps.now() });
    return due;
  });
  await after();
  await refreshPublicPages(deps);
}

/**
 * Locks the accounts of everyone in the group, then the caller's listing and its seats. A concurrent block or ban
 * either commits first, so that this check finds it, or waits for this transaction and then separates the players.
 */
async function lockGroup(tx: Db, actor: Person, listingId: string) {
  requireOwnListing(await findListing(tx, listingId), actor);
  const acceptedRows = (await listAccepted(tx, listingId)).map(({ applicantId }) => applicantId);
  await lockAccounts(tx, [actor.userId, ...acceptedRows]);
  const listing = requireOwnListing(await lockListing(tx, listingId), actor);
  if (isComplete(listing)) {
    throw new Refusal('conflict', listing.matchId ? messages.alreadySquad : messages.alreadyParty);
  }
  const acceptedApplications = await listAccepted(tx, listingId);
  if (acceptedApplications.some(({ applicantId }) => !acceptedRows.includes(applicantId))) {
    throw new Refusal('conflict', messages.groupChanged);
  }
  return { listing, accepted: acceptedApplications };
}

function requireOwnListing(listing: ListingRow | undefined, actor: Person): ListingRow {
  if (!listing || listing.deletedAt) throw new Refusal('not_found', messages.listingRemoved);
  if (listing.userId !== actor.userId) throw new Refusal('forbidden', messages.ownerOnly);
  return listing;
}

/** Closes a listing whose group is complete and notifies the remaining applicants. */
async function completeListing(
  tx: Db,
  deps: Deps,
  listing: ListingRow,
  result: { matchId: string } | { becamePartyAt: Date },
): Promise<void> {
  const now = deps.now();
  await updateListing(tx, listing.id, { status: 'closed', closedAt: now, closedBy: 'owner', ...result }, now);
  const pendingApplications = await listPending(tx, listing.id);
  for (const { id } of pendingApplications) {
    await updateApplicationStatus(tx, id, 'pending', { status: 'declined', decidedAt: now });
  }
  await enqueueNotifications(
    tx,
    deps,
    pendingApplications.map((application) => ({
      userId: application.applicantId,
      write: (t) => ({
        kind: 'lfg',
        title: t(messages.declinedTitle, { title: listing.title }),
        lines: [t(messages.groupCompleteNews)],
        link: { label: t(messages.browseListings), path: paths.lfg },
        dedupeKey: `lfg-decision:${application.id}:complete`,
      }),
    })),
  );
}

/** Maps player ids to the positions they play, including the owner. */
async function toSeats(
  tx: Db,
  owner: Person,
  applications: readonly { applicantId: string; position: Position }[],
): Promise<Record<string, string>> {
  const filledSeats = applications.map(({ position }) => position);
  const seats = Object.fromEntries(applications.map(({ applicantId, position }) => [applicantId, position]));
  return { ...seats, [owner.userId]: getOwnerSeat(filledSeats, (await findPlayer(tx, owner.userId))?.role ?? null) };
}

/** Returns the owner's own position, or a free one if another player has it. */
function getOwnerSeat(filledSeats: readonly Position[], role: string | null): string {
  if (role && !(filledSeats as readonly string[]).includes(role)) return role;
  return POSITIONS.find((position) => !filledSeats.includes(position)) ?? 'PG';
}
