import { paths } from '../../content/paths.ts';
import { dayOf } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { unreliableChanges } from '../moderation/access-policy.rules.ts';
import { BAN_SCOPE_LABELS, type BanEnding, type BanScope, formatReason } from '../moderation/ban-reasons.schema.ts';
import { RELIABILITY_LIMIT } from '../moderation/reliability/reliability.rules.ts';
import type { NewNotification } from './notifications.schema.ts';

/** Message to a user who was banned: why, until when, and what they can do. */
export function bannedMessage(ban: {
  banId: string;
  userId: string;
  reason: string;
  expiresAt: Date | null;
}): NewNotification {
  const { expiresAt } = ban;
  return {
    userId: ban.userId,
    kind: 'moderation',
    title: expiresAt ? 'You are banned for a while' : 'You are banned',
    lines: [
      `Reason: ${formatReason(ban.reason)}`,
      expiresAt ? `The ban ends by itself on ${formatUtcDay(expiresAt)}.` : 'The ban has no end date.',
      'If you think this is wrong, you can write an appeal.',
    ],
    link: { label: 'See it and appeal', path: paths.standing },
    dedupeKey: `ban:${ban.banId}`,
  };
}

const BAN_OVER: Record<BanEnding, string> = { lifted: 'Your ban was lifted', ran_out: 'Your ban has run out' };

/**
 * Message to a user whose ban is over.
 * @param left the bans still active, and whether unreliability still restricts them
 */
export function banEndedMessage(
  ban: { banId: string; userId: string; how: BanEnding; at: Date },
  left: { bans: readonly { scope: BanScope; expiresAt: Date | null }[]; unreliable: boolean },
): NewNotification {
  const free = left.bans.length === 0 && !left.unreliable;
  return {
    userId: ban.userId,
    kind: 'moderation',
    title: BAN_OVER[ban.how],
    lines: free
      ? ['You can use everything again. Welcome back.']
      : [
          ...left.bans.map(
            ({ scope, expiresAt }) =>
              `Another ban still holds ${expiresAt ? `until ${formatUtcDay(expiresAt)}` : 'without an end date'}. From: ${BAN_SCOPE_LABELS[scope]}.`,
          ),
          ...(left.unreliable ? ['You still count as missing too often, and what that changes stays for now.'] : []),
        ],
    link: free ? { label: 'Find a group', path: paths.lfg } : { label: 'See your standing', path: paths.standing },
    dedupeKey: `ban-ended:${ban.banId}:${ban.at.toISOString()}`,
  };
}

/** Message to an admin about a new appeal. */
export function appealFiledMessage(appealId: string, adminId: string): NewNotification {
  return {
    userId: adminId,
    kind: 'moderation',
    title: 'A player appeals a ban',
    lines: ['An appeal waits for a decision in the admin console.'],
    link: { label: 'Open the console', path: paths.admin },
    dedupeKey: `appeal:${appealId}:${adminId}`,
  };
}

/** Message to a user whose appeal was rejected. */
export function appealRejectedMessage(appeal: {
  appealId: string;
  userId: string;
  answer: string | null;
}): NewNotification {
  return {
    userId: appeal.userId,
    kind: 'moderation',
    title: 'Your appeal was turned down',
    lines: ['A moderator read your appeal; the ban stays.', ...(appeal.answer ? [`Answer: ${appeal.answer}`] : [])],
    link: { label: 'See your standing', path: paths.standing },
    dedupeKey: `appeal-decided:${appeal.appealId}`,
  };
}

/** Message to a user who had too many no-shows. */
export function unreliableMessage(what: {
  userId: string;
  score: number;
  counted: number;
  missed: number;
  matchesToCome: number;
  returnsAt: Date;
  at: Date;
}): NewNotification {
  const { matchesToCome: matches } = what;
  return {
    userId: what.userId,
    kind: 'moderation',
    title: 'You were missing too often',
    lines: [
      `Others found you missing from ${what.missed} of ${what.counted} matches. Your reliability is ${what.score} of 100, below ${RELIABILITY_LIMIT}.`,
      ...unreliableChanges,
      `It ends once you come to ${matches === 1 ? 'the next match' : `the next ${matches} matches`} that you accept, or by itself on ${dayOf(what.returnsAt)}. You are matched as before.`,
      'If something of it is not so, you can contest it.',
    ],
    link: { label: 'See it and contest', path: paths.standing },
    dedupeKey: `unreliable:${what.userId}:${what.at.toISOString()}`,
  };
}

/** Message to a user who is above the limit again. */
export function reliableMessage(what: { userId: string; score: number | null; at: Date }): NewNotification {
  return {
    userId: what.userId,
    kind: 'moderation',
    title: 'You count as reliable again',
    lines: [
      what.score === null
        ? 'Nothing counts against you any more.'
        : `Your reliability is ${what.score} of 100 again, and nothing is different for you any more.`,
    ],
    link: { label: 'See your standing', path: paths.standing },
    dedupeKey: `reliable:${what.userId}:${what.at.toISOString()}`,
  };
}
