import type { Db } from '../../db/database.ts';
import { lazyText } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, subtractMs, toIsoOrNull } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { createPictureRefusal } from '../assets/picture-errors.commands.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { findDisputeOfOrder } from '../payments/disputes.queries.ts';
import { findOrder } from '../payments/orders/orders.queries.ts';
import { ORDER_DEADLINES } from '../payments/orders/orders.rules.ts';
import { getMemberName } from '../profiles/player-views.queries.ts';
import * as messages from './bookings.messages.ts';
import {
  type BookingRow,
  claimEvidence,
  findBooking,
  findEvidence,
  listEvidenceOf,
  listGames,
  releaseEvidence,
  saveEvidencePicture,
} from './bookings.queries.ts';
import type { BookingView } from './bookings.schema.ts';
import { getCoachName } from './coaching/coach-names.rules.ts';
import { createSessionCalendar } from './coaching/coaching.commands.ts';
import { findReview } from './reviews/reviews.queries.ts';
import { REVIEWABLE_STATUSES } from './reviews/reviews.rules.ts';

async function loadOwnBooking(
  deps: Deps,
  actor: Person,
  id: string,
): Promise<{ row: BookingRow; side: 'buyer' | 'seller' | 'admin' }> {
  const row = await findBooking(deps.db, id);
  if (row?.buyerId === actor.userId) return { row, side: 'buyer' };
  if (row?.playerId === actor.userId) return { row, side: 'seller' };
  if (row && (await isAdmin(deps.db, actor.userId))) return { row, side: 'admin' };
  throw new Refusal('not_found', messages.noSuchBooking);
}

/** Returns a booking with its games and evidence, for its two sides and admins. */
export async function readBooking(deps: Deps, actor: Person, id: string): Promise<BookingView> {
  const { db } = deps;
  const { row, side } = await loadOwnBooking(deps, actor, id);
  const order = (await findOrder(db, row.orderId))!;
  const storedReview = await findReview(db, id);
  // A review that a moderator took down is visible only to its author.
  const review = side === 'seller' && storedReview?.removedAt ? undefined : storedReview;
  const games = (await listGames(db, id)).map((game) => {
    const firstReportAt = game.buyerConfirmedAt ?? game.sellerConfirmedAt;
    return {
      no: game.gameNo,
      buyerConfirmed: game.buyerConfirmedAt !== null,
      sellerConfirmed: game.sellerConfirmedAt !== null,
      counted: game.countedAt !== null,
      silent: game.silent,
      countsAt: !game.countedAt && firstReportAt ? addMs(firstReportAt, ORDER_DEADLINES.silence).toISOString() : null,
      note: game.note,
    };
  });
  return {
    id,
    orderId: row.orderId,
    type: row.type,
    status: row.status,
    side,
    buyer: { id: row.buyerId, name: await findDisplayName(db, row.buyerId) },
    player: { id: row.playerId, name: getCoachName(row.coachId) ?? (await findDisplayName(db, row.playerId)) },
    role: row.role,
    priceCents: order.amountCents,
    creditCents: order.creditCents,
    contractedGames: row.contractedGames,
    completedGames: row.completedGames,
    games,
    evidence: (await listEvidenceOf(db, id)).map((one) => ({
      id: one.id,
      gameNo: one.gameNo,
      by: one.authorId === row.buyerId ? ('buyer' as const) : ('seller' as const),
      note: one.note,
      at: one.createdAt.toISOString(),
    })),
    coachId: row.coachId,
    startsAt: toIsoOrNull(row.startsAt),
    endsAt: toIsoOrNull(row.endsAt),
    meetingNote: row.meetingNote,
    waitsFor: order.waitsFor,
    deadlineAt: toIsoOrNull(order.deadlineAt),
    frozen: order.frozenAt !== null,
    stopped: await isOnHold(db, deps, row),
    disputeId: (await findDisputeOfOrder(db, row.orderId))?.id ?? null,
    review: review ? { stars: review.stars, words: review.words, removed: review.removedAt !== null } : null,
    mayReview:
      side === 'buyer' && REVIEWABLE_STATUSES.includes(row.status) && row.playerId !== null && !review?.removedAt,
  };
}

/**
 * Returns whether the booking is on hold and its player still banned. The ban may have ended before the booking was
 * resumed.
 */
async function isOnHold(db: Db, deps: Deps, { stoppedAt, playerId }: BookingRow): Promise<boolean> {
  return stoppedAt !== null && playerId !== null && isBannedFrom(db, deps, playerId, 'booking-seller');
}

async function findDisplayName(db: Db, userId: string | null): Promise<string> {
  return userId
    ? ((await getMemberName(db, userId)) ?? readerTranslator(messages.unnamedPlayer))
    : readerTranslator(messages.formerMember);
}

/** Returns a session as a calendar file. */
export async function readCalendarFile(deps: Deps, actor: Person, id: string): Promise<string> {
  const { row } = await loadOwnBooking(deps, actor, id);
  if (!row.startsAt) throw new Refusal('not_found', messages.noSessionTime);
  return createSessionCalendar(readerTranslator, row, { origin: deps.env.origin, now: deps.now() });
}

const MAX_PX = 1_600;
/** Maximum number of pictures per side. Each side has its own slots, so neither can use up the other's. */
const MAX_PICTURES = 10;
/** Time limit for an upload, after which its slot is released. */
const CLAIM_MS = 10 * MINUTE_MS;

/**
 * Stores an image as evidence, re-encoded so that only its pixels remain.
 * @throws Refusal invalid for files that aren't images, too_many when the author's side has no slots left
 */
export async function attachEvidence(
  deps: Deps,
  actor: Person,
  bookingId: string,
  input: { picture: Uint8Array<ArrayBuffer>; note: string; gameNo: number | null; signal?: AbortSignal },
): Promise<string> {
  const { row, side } = await loadOwnBooking(deps, actor, bookingId);
  if (side === 'admin') throw new Refusal('forbidden', messages.evidenceSidesOnly);
  const { picture: bytes, gameNo, note, signal } = input;
  const claim = { bookingId: row.id, authorId: actor.userId, gameNo, note, createdAt: deps.now() };
  const evidenceLimit = { most: MAX_PICTURES, since: subtractMs(deps.now(), CLAIM_MS) };
  const id = await deps.db.transaction((tx) => claimEvidence(tx, claim, evidenceLimit));
  if (!id) throw new Refusal('too_many', lazyText(messages.evidenceLimit, { max: MAX_PICTURES }));
  try {
    const transform = { make: 'within', edge: MAX_PX } as const;
    const outcome = await deps.pictures.read(actor.userId, { bytes, wish: transform, signal });
    if ('fault' in outcome) throw createPictureRefusal(outcome.fault, 'picture', messages.pictureUnreadable);
    await saveEvidencePicture(deps.db, id, outcome.made[0]!);
    return id;
  } catch (error) {
    await releaseEvidence(deps.db, id);
    throw error;
  }
}

export async function readEvidence(deps: Deps, actor: Person, bookingId: string, id: string): Promise<Uint8Array> {
  await loadOwnBooking(deps, actor, bookingId);
  const picture = await findEvidence(deps.db, bookingId, id);
  if (!picture) throw new Refusal('not_found', messages.pictureNotFound);
  return picture;
}
