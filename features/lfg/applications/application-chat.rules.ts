import { isOpen } from '../lfg.rules.ts';
import type { ApplicationStatus } from '../lfg.schema.ts';

type Application = { status: ApplicationStatus; decidedAt: Date | null };
type Listing = {
  status: 'active' | 'closed' | 'expired';
  expiresAt: Date;
  closedAt: Date | null;
  deletedAt: Date | null;
};

/**
 * Returns whether owner and applicant may chat: while the application is undecided and while the applicant holds a
 * seat.
 */
export function canChat(application: Application, listing: Listing, now: Date): boolean {
  if (listing.deletedAt) return false;
  return application.status === 'accepted' || (application.status === 'pending' && isOpen(listing, now));
}

/** Returns when an application ended, by a decision or with its listing. Null while it's open. */
export function getApplicationEnd(application: Application, listing: Listing, now: Date): Date | null {
  const isSettled = application.status === 'declined' || application.status === 'withdrawn';
  const endTimes = [
    isSettled ? application.decidedAt : null,
    listing.deletedAt,
    listing.closedAt,
    isOpen(listing, now) || listing.status === 'closed' ? null : listing.expiresAt,
  ].flatMap((end) => end?.getTime() ?? []);
  return endTimes.length > 0 ? new Date(Math.min(...endTimes)) : null;
}
