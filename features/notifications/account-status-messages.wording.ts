import { paths } from '../../content/paths.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { toUtcDay } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { UNRELIABILITY_EFFECTS } from '../moderation/access-policy.rules.ts';
import { type BanEnding, type BanScope, formatReason } from '../moderation/ban-reasons.schema.ts';
import { RELIABILITY_LIMIT } from '../moderation/reliability/reliability.rules.ts';
import * as messages from './notifications.messages.ts';
import type { NewNotification } from './notifications.schema.ts';

/** The part of a notification that's written for its recipient. */
type Content = Omit<NewNotification, 'userId'>;

/** Writes the message to a banned user with the reason, when the ban ends, and what they can do. */
export function writeBannedMessage(
  t: Translator,
  ban: { banId: string; reason: string; expiresAt: Date | null },
): Content {
  const { expiresAt } = ban;
  return {
    kind: 'moderation',
    title: t(expiresAt ? messages.bannedForTimeTitle : messages.bannedTitle),
    lines: [
      t(messages.banReason, { reason: formatReason(ban.reason) }),
      expiresAt ? t(messages.banEndsOn, { day: formatUtcDay(t, expiresAt) }) : t(messages.banHasNoEnd),
      t(messages.banAppealHint),
    ],
    link: { label: t(messages.banLinkLabel), path: paths.accountStatus },
    dedupeKey: `ban:${ban.banId}`,
  };
}

const BAN_OVER: Record<BanEnding, Message> = { lifted: messages.banLiftedTitle, ran_out: messages.banEndedTitle };

/**
 * Writes the message to a user whose ban is over.
 * @param restrictions the bans still active, and whether low reliability still restricts them
 */
export function writeBanEndedMessage(
  t: Translator,
  ban: { banId: string; how: BanEnding; at: Date },
  restrictions: { bans: readonly { scope: BanScope; expiresAt: Date | null }[]; unreliable: boolean },
): Content {
  const isFree = restrictions.bans.length === 0 && !restrictions.unreliable;
  return {
    kind: 'moderation',
    title: t(BAN_OVER[ban.how]),
    lines: isFree
      ? [t(messages.banOver)]
      : [
          ...restrictions.bans.map(({ scope, expiresAt }) =>
            expiresAt
              ? t(messages.otherBanUntil, { day: formatUtcDay(t, expiresAt), scope })
              : t(messages.otherBan, { scope }),
          ),
          ...(restrictions.unreliable ? [t(messages.stillUnreliable)] : []),
        ],
    link: isFree
      ? { label: t(messages.findGroupLinkLabel), path: paths.lfg }
      : { label: t(messages.accountStatusLinkLabel), path: paths.accountStatus },
    dedupeKey: `ban-ended:${ban.banId}:${ban.at.toISOString()}`,
  };
}

/** Writes the message to an admin about a new appeal. */
export function writeAppealFiledMessage(t: Translator, appealId: string, adminId: string): Content {
  return {
    kind: 'moderation',
    title: t(messages.appealFiledTitle),
    lines: [t(messages.appealFiled)],
    link: { label: t(messages.consoleLinkLabel), path: paths.admin },
    dedupeKey: `appeal:${appealId}:${adminId}`,
  };
}

/** Writes the message to a user whose appeal was rejected. */
export function writeAppealRejectedMessage(
  t: Translator,
  appeal: { appealId: string; answer: string | null },
): Content {
  return {
    kind: 'moderation',
    title: t(messages.appealRejectedTitle),
    lines: [
      t(messages.appealRejected),
      ...(appeal.answer ? [t(messages.appealAnswer, { answer: appeal.answer })] : []),
    ],
    link: { label: t(messages.accountStatusLinkLabel), path: paths.accountStatus },
    dedupeKey: `appeal-decided:${appeal.appealId}`,
  };
}

/** Writes the message to a user who had too many no-shows. */
export function writeUnreliableMessage(
  t: Translator,
  what: {
    userId: string;
    score: number;
    counted: number;
    missed: number;
    matchesToCome: number;
    returnsAt: Date;
    at: Date;
  },
): Content {
  const { missed, counted, score } = what;
  return {
    kind: 'moderation',
    title: t(messages.unreliableTitle),
    lines: [
      t(messages.unreliable, { missed, counted, score, limit: RELIABILITY_LIMIT }),
      ...UNRELIABILITY_EFFECTS.map((change) => t(change)),
      t(messages.unreliableEnd, { matches: what.matchesToCome, day: toUtcDay(what.returnsAt) }),
      t(messages.unreliableContestHint),
    ],
    link: { label: t(messages.contestLinkLabel), path: paths.accountStatus },
    dedupeKey: `unreliable:${what.userId}:${what.at.toISOString()}`,
  };
}

/** Writes the message to a user who is reliable again. */
export function writeReliableMessage(t: Translator, what: { userId: string; score: number | null; at: Date }): Content {
  return {
    kind: 'moderation',
    title: t(messages.reliableTitle),
    lines: [what.score === null ? t(messages.reliable) : t(messages.reliableScore, { score: what.score })],
    link: { label: t(messages.accountStatusLinkLabel), path: paths.accountStatus },
    dedupeKey: `reliable:${what.userId}:${what.at.toISOString()}`,
  };
}
