import { paths } from '../../../content/paths.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';
import type { Position } from '../../profiles/game.schema.ts';

type Application = { id: string; applicantId: string; position: Position };
type Listing = { id: string; userId: string; title: string };

/**
 * Creates the message to the applicant about the owner's decision. An accepted player who loses the seat gets the same
 * decline message.
 */
export function createDecisionMessage(
  application: Application,
  listing: Listing,
  decision: 'accepted' | 'declined',
  now: Date,
): NewNotification {
  const accepted = decision === 'accepted';
  return {
    userId: application.applicantId,
    kind: 'lfg',
    title: accepted ? `You're in: ${listing.title}` : `Not this time: ${listing.title}`,
    lines: [
      accepted
        ? `You were accepted as ${application.position}.`
        : 'The owner chose someone else. Other listings are waiting.',
    ],
    link: accepted
      ? { label: 'See the listing', path: paths.listing(listing.id) }
      : { label: 'Browse listings', path: paths.lfg },
    dedupeKey: `lfg-decision:${application.id}:${decision}:${now.toISOString()}`,
  };
}

/**
 * Creates the message to the owner when an accepted player has left.
 * @param left who left, and why if it wasn't their own choice
 */
export function createSeatFreeMessage(
  application: Application,
  listing: Listing,
  left: { player: string | undefined; because?: string | undefined },
  now: Date,
): NewNotification {
  return {
    userId: listing.userId,
    kind: 'lfg',
    title: `Your ${application.position} spot is open again`,
    lines: [
      `${left.player ?? 'A player'} left the listing "${listing.title}".`,
      ...(left.because ? [left.because] : []),
    ],
    link: { label: 'See applicants', path: paths.listing(listing.id) },
    dedupeKey: `lfg-left:${application.id}:${now.toISOString()}`,
  };
}

/** Creates the message to the owner when a player restores an account and gets the seat back. */
export function createSeatBackMessage(
  application: Application,
  listing: Listing,
  player: string | undefined,
  now: Date,
): NewNotification {
  return {
    userId: listing.userId,
    kind: 'lfg',
    title: `Your ${application.position} is back`,
    lines: [`${player ?? 'A player'} is staying and has their spot in the listing "${listing.title}" again.`],
    link: { label: 'See applicants', path: paths.listing(listing.id) },
    dedupeKey: `lfg-back:${application.id}:${now.toISOString()}`,
  };
}

/** Creates the message to applicants when the owner of a listing can choose again. */
export function createOwnerBackMessage(
  application: Pick<Application, 'id' | 'applicantId'>,
  listing: Pick<Listing, 'id' | 'title'>,
  now: Date,
): NewNotification {
  return {
    userId: application.applicantId,
    kind: 'lfg',
    title: `Listing open again: ${listing.title}`,
    lines: ['Your application is active again.'],
    link: { label: 'See the listing', path: paths.listing(listing.id) },
    dedupeKey: `lfg-owner-back:${application.id}:${now.toISOString()}`,
  };
}

/** Creates the message to applicants when the owner of a listing can no longer choose. */
export function createOwnerGoneMessage(
  application: Pick<Application, 'id' | 'applicantId'>,
  listing: Pick<Listing, 'title'>,
  because: string,
  now: Date,
): NewNotification {
  return {
    userId: application.applicantId,
    kind: 'lfg',
    title: `Listing closed: ${listing.title}`,
    lines: [because],
    link: { label: 'Browse listings', path: paths.lfg },
    dedupeKey: `lfg-owner-gone:${application.id}:${now.toISOString()}`,
  };
}
