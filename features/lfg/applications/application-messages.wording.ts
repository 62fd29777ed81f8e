import { paths } from '../../../content/paths.ts';
import { type Translatable, translate } from '../../../messages/lazy-text.ts';
import { mention } from '../../../messages/mentions.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { NotificationDraft } from '../../notifications/notifications.schema.ts';
import type { Position } from '../../profiles/game.schema.ts';
import * as messages from '../lfg.messages.ts';

type Application = { id: string; position: Position; applicantId: string };
type Listing = { id: string; title: string };
type MessageText = ReturnType<NotificationDraft['write']>;

/**
 * Creates the message to the applicant about the owner's decision. An accepted player who loses the seat gets the same
 * decline message.
 */
export function createDecisionMessage(
  t: Translator,
  application: Application,
  listing: Listing,
  { decision, now }: { decision: 'accepted' | 'declined'; now: Date },
): MessageText {
  const isAccepted = decision === 'accepted';
  return {
    kind: 'lfg',
    title: t(isAccepted ? messages.acceptedTitle : messages.declinedTitle, { title: listing.title }),
    lines: [isAccepted ? t(messages.acceptedNews, { position: application.position }) : t(messages.declinedNews)],
    link: isAccepted
      ? { label: t(messages.seeListing), path: paths.listing(listing.id) }
      : { label: t(messages.browseListings), path: paths.lfg },
    dedupeKey: `lfg-decision:${application.id}:${decision}:${now.toISOString()}`,
  };
}

/**
 * Creates the message to the owner when an accepted player has left.
 * @param departure who left, and why if it wasn't their own choice
 */
export function createSeatFreeMessage(
  t: Translator,
  application: Application,
  listing: Listing,
  departure: { player: string | undefined; reason?: Translatable | undefined; now: Date },
): MessageText {
  return {
    kind: 'lfg',
    title: t(messages.spotOpenTitle, { position: application.position }),
    lines: [
      t(messages.playerLeft, {
        player: mention(application.applicantId, departure.player) ?? t(messages.unnamedPlayer),
        title: listing.title,
      }),
      ...(departure.reason ? [translate(t, departure.reason)] : []),
    ],
    link: { label: t(messages.seeApplicants), path: paths.listing(listing.id) },
    dedupeKey: `lfg-left:${application.id}:${departure.now.toISOString()}`,
  };
}

/** Creates the message to the owner when a player restores an account and gets the seat back. */
export function createSeatBackMessage(
  t: Translator,
  application: Application,
  listing: Listing,
  { player, now }: { player: string | undefined; now: Date },
): MessageText {
  return {
    kind: 'lfg',
    title: t(messages.playerBackTitle, { position: application.position }),
    lines: [
      t(messages.playerBack, {
        player: mention(application.applicantId, player) ?? t(messages.unnamedPlayer),
        title: listing.title,
      }),
    ],
    link: { label: t(messages.seeApplicants), path: paths.listing(listing.id) },
    dedupeKey: `lfg-back:${application.id}:${now.toISOString()}`,
  };
}

/** Creates the message to applicants when the owner of a listing can decide on applications again. */
export function createOwnerBackMessage(
  t: Translator,
  application: Pick<Application, 'id'>,
  listing: Listing,
  now: Date,
): MessageText {
  return {
    kind: 'lfg',
    title: t(messages.ownerBackTitle, { title: listing.title }),
    lines: [t(messages.ownerBack)],
    link: { label: t(messages.seeListing), path: paths.listing(listing.id) },
    dedupeKey: `lfg-owner-back:${application.id}:${now.toISOString()}`,
  };
}

/** Creates the message to applicants when the owner of a listing can no longer decide on applications. */
export function createOwnerGoneMessage(
  t: Translator,
  application: Pick<Application, 'id'>,
  listing: Pick<Listing, 'title'>,
  { reason, now }: { reason: Translatable; now: Date },
): MessageText {
  return {
    kind: 'lfg',
    title: t(messages.ownerGoneTitle, { title: listing.title }),
    lines: [translate(t, reason)],
    link: { label: t(messages.browseListings), path: paths.lfg },
    dedupeKey: `lfg-owner-gone:${application.id}:${now.toISOString()}`,
  };
}
