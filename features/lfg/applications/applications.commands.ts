import { paths } from '../../../content/paths.ts';
import { type Db, isUniqueViolation } from '../../../db/database.ts';
import { type LazyText, lazyText } from '../../../messages/lazy-text.ts';
import { mention } from '../../../messages/mentions.ts';
import type { Message } from '../../../messages/message.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { isBannedFrom } from '../../moderation/access-policy.commands.ts';
import { consumeReportLimit, reportPerson } from '../../moderation/flags.commands.ts';
import type { ReportText } from '../../moderation/moderation.schema.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { areBlocked } from '../../profiles/blocks/blocks.queries.ts';
import { joinThread } from '../../threads/thread-members.commands.ts';
import { refreshPublicPages } from '../lfg.commands.ts';
import * as messages from '../lfg.messages.ts';
import { type ListingRow, lockListing } from '../lfg.queries.ts';
import {
  ALREADY_APPLIED_FIELD,
  canTransition,
  findSeat,
  isComplete,
  isOpen,
  listFreeSeats,
  MAX_PENDING,
} from '../lfg.rules.ts';
import type { ApplicationStatus, ApplyRequest } from '../lfg.schema.ts';
import { createDecisionMessage, createSeatFreeMessage } from './application-messages.wording.ts';
import * as queries from './applications.queries.ts';

const describeTooMany = (wait: LazyText) => lazyText(messages.tooManyApplications, { wait });

/**
 * Applies to someone else's open listing for one of its free seats and notifies the owner.
 * @returns the id of the application
 * @throws Refusal if the listing is closed, full or the user's own, or if they've already applied or applied too often
 * this hour
 */
export async function applyToListing(
  deps: Deps,
  actor: Person,
  listingId: string,
  request: ApplyRequest,
): Promise<string> {
  await consumeUserLimit(deps, 'applications', actor.userId, describeTooMany);
  const now = deps.now();
  return deps.db
    .transaction(async (tx) => {
      // Serialize applications per player, so that concurrent ones can't all pass the limit.
      await lockAccount(tx, actor.userId);
      const listing = await lockListing(tx, listingId);
      if (!listing || listing.deletedAt) throw new Refusal('not_found', messages.listingRemoved);
      if (listing.userId === actor.userId) throw new Refusal('conflict', messages.ownListing);
      // Blocks stay hidden: a blocked user gets the same message as for any closed listing. While a ban hides the
      // owner's listings, the owner can't accept anyone, so applications are refused.
      const isUnavailable =
        !isOpen(listing, now) ||
        (await areBlocked(tx, listing.userId, actor.userId)) ||
        (await isBannedFrom(tx, deps, listing.userId, 'lfg-owner'));
      if (isUnavailable) throw new Refusal('conflict', messages.applyToClosed);
      const player = await queries.findPlayer(tx, actor.userId);
      if (!player) throw new Refusal('forbidden', messages.onboardingRequired);
      const before = await queries.findApplication(tx, listingId, actor.userId);
      if (before && !canTransition(before.status, 'pending'))
        throw new Refusal('conflict', messages.alreadyApplied, ALREADY_APPLIED_FIELD);
      if ((await queries.countPending(tx, actor.userId, now)) >= MAX_PENDING) {
        throw new Refusal('conflict', lazyText(messages.tooManyPending, { max: MAX_PENDING }));
      }
      const filledSeats = (await queries.listAccepted(tx, listingId)).map((each) => each.position);
      if (listFreeSeats(listing.neededPositions, filledSeats).length === 0)
        throw new Refusal('conflict', messages.allSpotsFilled);
      const ownPositions = [player.role, ...player.flex_positions].filter((each) => each !== null);
      const position = findSeat(request.position, ownPositions, listing.neededPositions, filledSeats);
      if (!position) throw new Refusal('conflict', messages.seatTaken, 'position');
      const id = await writeApplication(
        tx,
        before,
        { listingId, applicantId: actor.userId, position, message: request.message },
        now,
      );
      const subject = { kind: 'application', subjectId: id } as const;
      await joinThread(tx, deps, subject, [actor.userId, listing.userId]);
      await enqueueNotification(tx, deps, {
        userId: listing.userId,
        write: (t) => ({
          kind: 'lfg',
          title: t(messages.newApplicationTitle, { player: mention(actor.userId, player.display_name), position }),
          lines: [
            t(messages.newApplicationListing, { title: listing.title }),
            // Erasing the applicant's account also removes their own words from the message.
            ...(request.message
              ? [mention(actor.userId, t(messages.newApplicationMessage, { message: request.message }))]
              : []),
          ],
          link: { label: t(messages.seeApplicants), path: paths.listing(listingId) },
          // Send only one message per application, so that withdrawing and applying again can't be used to send emails.
          dedupeKey: `lfg-application:${id}`,
        }),
      });
      return id;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'lfg_applications_once')) throw error;
      throw new Refusal('conflict', messages.alreadyApplied, ALREADY_APPLIED_FIELD);
    });
}

type ApplicationWrite = Pick<queries.ApplicationRow, 'listingId' | 'applicantId' | 'position' | 'message'>;

async function writeApplication(
  tx: Db,
  before: queries.ApplicationRow | undefined,
  values: ApplicationWrite,
  now: Date,
): Promise<string> {
  const newValues = { ...values, status: 'pending' as const, createdAt: now };
  if (!before) return (await queries.insertApplication(tx, newValues)).id;
  await queries.updateApplicationStatus(tx, before.id, before.status, { ...newValues, decidedAt: null });
  return before.id;
}

/**
 * Accepts or declines an application as the owner and notifies the applicant. Idempotent. Declining an accepted player
 * frees the seat.
 * @throws Refusal when the caller isn't the owner, the application was settled differently, the seat is taken, the
 * player can't join this group, or the group is already a squad
 */
export async function decideApplication(
  deps: Deps,
  actor: Person,
  applicationId: string,
  decision: 'accepted' | 'declined',
): Promise<void> {
  const now = deps.now();
  const listingId = await deps.db
    .transaction(async (tx) => {
      const { application, listing } = await lockApplicationAndListing(tx, applicationId);
      if (listing.userId !== actor.userId) throw new Refusal('forbidden', messages.onlyOwnerAnswers);
      if (application.status === decision) return undefined;
      if (!canTransition(application.status, decision))
        throw new Refusal('conflict', describeDecided(application.status));
      if (isComplete(listing)) throw new Refusal('conflict', describeFormed(listing));
      if (decision === 'accepted') await requireSeat(tx, application, listing, now);
      await queries.updateApplicationStatus(tx, applicationId, application.status, {
        status: decision,
        decidedAt: now,
      });
      await enqueueNotification(tx, deps, {
        userId: application.applicantId,
        write: (t) => createDecisionMessage(t, application, listing, { decision, now }),
      });
      return listing.id;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'lfg_applications_seat')) throw error;
      throw new Refusal('conflict', messages.seatFilled);
    });
  if (listingId) await refreshPublicPages(deps);
}

async function requireSeat(tx: Db, application: queries.ApplicationRow, listing: ListingRow, now: Date): Promise<void> {
  if (!isOpen(listing, now)) {
    throw new Refusal('conflict', messages.acceptOnInactive);
  }
  const acceptedRows = (await queries.listAccepted(tx, listing.id)).map(({ applicantId }) => applicantId);
  if (!(await queries.canJoin(tx, application.applicantId, [listing.userId, ...acceptedRows], now))) {
    // Use the same message for hidden, banned and blocked players, so that it doesn't reveal the reason.
    throw new Refusal('conflict', messages.cannotJoin);
  }
}

/** Explains where the group continues and where players can leave it. */
function describeFormed({ matchId }: ListingRow): Message {
  return matchId ? messages.groupIsSquad : messages.groupIsParty;
}

/** Explains why an application that has ended can't change. */
function describeDecided(status: ApplicationStatus): Message {
  return status === 'withdrawn' ? messages.playerWithdrew : messages.alreadyDeclined;
}

/**
 * Withdraws the caller's application or gives up their seat. The owner is notified of a freed seat.
 * @throws Refusal if the application isn't the caller's or was declined, or if the group is already a squad
 */
export async function withdrawApplication(deps: Deps, actor: Person, applicationId: string): Promise<void> {
  const now = deps.now();
  const listingId = await deps.db.transaction(async (tx) => {
    const { application, listing } = await lockApplicationAndListing(tx, applicationId);
    if (application.applicantId !== actor.userId) throw new Refusal('forbidden', messages.foreignApplication);
    if (application.status === 'withdrawn') return undefined;
    if (!canTransition(application.status, 'withdrawn'))
      throw new Refusal('conflict', describeDecided(application.status));
    if (isComplete(listing)) throw new Refusal('conflict', describeFormed(listing));
    await queries.updateApplicationStatus(tx, applicationId, application.status, {
      status: 'withdrawn',
      decidedAt: now,
    });
    if (application.status !== 'accepted') return undefined;
    const player = await queries.findPlayer(tx, actor.userId);
    await enqueueNotification(tx, deps, {
      userId: listing.userId,
      write: (t) => createSeatFreeMessage(t, application, listing, { player: player?.display_name, now }),
    });
    return listing.id;
  });
  if (listingId) await refreshPublicPages(deps);
}

/**
 * Reports an applicant's message to the moderators, keeping the original text.
 * @throws Refusal if the caller isn't the owner, if there's no message, if their earlier report is still open, or if
 * they sent too many reports this hour
 */
export async function reportApplication(
  deps: Deps,
  actor: Person,
  applicationId: string,
  report: ReportText,
): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  await deps.db.transaction(async (tx) => {
    const { application, listing } = await lockApplicationAndListing(tx, applicationId);
    if (listing.userId !== actor.userId) throw new Refusal('forbidden', messages.onlyRecipientReports);
    if (!application.message) throw new Refusal('conflict', messages.noMessageToReport);
    const about = {
      userId: application.applicantId,
      applicationId,
      title: `Message to "${listing.title}"`,
      notes: application.message,
      role: application.position,
      platform: listing.platform,
    };
    await reportPerson(tx, deps, about, { reporterId: actor.userId, ...report });
  });
}

/** Locks an application and its listing, the listing first, so that applying and deciding are serialized. */
async function lockApplicationAndListing(
  tx: Db,
  applicationId: string,
): Promise<{ application: queries.ApplicationRow; listing: ListingRow }> {
  const found = await queries.findApplicationById(tx, applicationId);
  const listing = found && (await lockListing(tx, found.listingId));
  const application = listing && !listing.deletedAt ? await queries.findApplicationById(tx, applicationId) : undefined;
  if (!application || !listing) throw new Refusal('not_found', messages.applicationNotFound);
  return { application, listing };
}
