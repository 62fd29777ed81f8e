import type { Actor } from '../../../server/actor.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { formMatch } from '../../matches/groups/commands.ts';
import { enqueueNotifications } from '../../notifications/commands.ts';
import { POSITIONS, type Position } from '../../profiles/game/schema.ts';
import { acceptedOf, moveApplication, pendingOf, playerOf } from '../applications/queries.ts';
import { tellNews } from '../commands.ts';
import { lockListing, updateListing } from '../queries.ts';
import { matchTypeOf } from '../rules.ts';

/**
 * Turns a filled listing into a match of its owner and the players in its seats, and closes it; those who still waited
 * for an answer are told.
 * @returns the id of the match
 * @throws Refusal when it is not the caller's, a seat is free, or the group has no size that matches know
 */
export async function becomeSquad(deps: Deps, actor: Pick<Actor, 'userId'>, listingId: string): Promise<string> {
  const now = deps.now();
  const matchId = await deps.db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (!listing || listing.deletedAt)
      throw new Refusal('not_found', 'There is no such listing. It may have been removed.');
    if (listing.userId !== actor.userId) throw new Refusal('forbidden', 'Only the owner of a listing may do this.');
    if (listing.matchId) throw new Refusal('conflict', 'This listing is a squad already. See your matches.');
    const accepted = await acceptedOf(tx, listingId);
    const filled = accepted.map(({ position }) => position);
    if (!matchTypeOf(listing.neededPositions, filled)) {
      throw new Refusal(
        'conflict',
        'A listing becomes a squad when its seats are filled: five players, or two for a pair.',
      );
    }
    const seats: Record<string, string> = Object.fromEntries(
      accepted.map(({ applicantId, position }) => [applicantId, position]),
    );
    seats[actor.userId] = ownSeat(filled, (await playerOf(tx, actor.userId))?.role ?? null);
    const id = await formMatch(tx, deps, {
      seats,
      because: `They found each other through the listing "${listing.title}"`,
    });
    await updateListing(tx, listingId, { status: 'closed', closedAt: now, closedBy: 'owner', matchId: id }, now);
    const waiting = await pendingOf(tx, listingId);
    for (const { id: applicationId } of waiting) {
      await moveApplication(tx, applicationId, 'pending', { status: 'declined', decidedAt: now });
    }
    await enqueueNotifications(
      tx,
      deps,
      waiting.map((application) => ({
        userId: application.applicantId,
        kind: 'lfg' as const,
        title: `Not this time: ${listing.title}`,
        lines: ['The group is complete. There are more listings waiting.'],
        link: { label: 'Browse listings', path: '/protocol/lfg' },
        dedupeKey: `lfg-decision:${application.id}:complete`,
      })),
    );
    return id;
  });
  await tellNews(deps, listingId, 'gone');
  return matchId;
}

/** The owner plays their own position when nobody else does, and otherwise one that is left. */
function ownSeat(filled: readonly Position[], role: string | null): string {
  if (role && !(filled as readonly string[]).includes(role)) return role;
  return POSITIONS.find((position) => !filled.includes(position)) ?? 'PG';
}
