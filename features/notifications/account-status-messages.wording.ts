import { paths } from '../../content/paths.ts';
import { toUtcDay } from '../../time/instants.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { unreliableChanges } from '../moderation/access-policy.rules.ts';
import { BAN_SCOPE_LABELS, type BanEnding, type BanScope, formatReason } from '../moderation/ban-reasons.schema.ts';
import { RELIABILITY_LIMIT } from '../moderation/reliability/reliability.rules.ts';
import type { NewNotification } from './notifications.schema.ts';

/** Message to a banned user with the reason, the end, and what they can do. */
export function createBannedMessage(ban: {
  banId: string;
  userId: string;
  reason: string;
  expiresAt: Date | null;
}): NewNotification {
  const { expiresAt } = ban;
  return {
    userId: ban.userId,
    kind: 'moderation',
    title: expiresAt ? "You're temporarily banned" : 'You are banned',
    lines: [
      `Reason: ${formatReason(ban.reason)}`,
      expiresAt ? `The ban ends automatically on ${formatUtcDay(expiresAt)}.` : 'The ban has no end date.',
      'If you think this is wrong, you can appeal.',
    ],
    link: { label: 'See details and appeal', path: paths.accountStatus },
    dedupeKey: `ban:${ban.banId}`,
  };
}

const BAN_OVER: Record<BanEnding, string> = { lifted: 'Your ban was lifted', ran_out: 'Your ban has ended' };

/**
 * Message to a user whose ban is over.
 * @param left the bans still active, and whether low reliability still restricts them
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
              `Another ban still applies ${expiresAt ? `until ${formatUtcDay(expiresAt)}` : 'without an end date'}. Banned from: ${BAN_SCOPE_LABELS[scope]}.`,
          ),
          ...(left.unreliable ? ['You still have too many no-shows, so those limits stay for now.'] : []),
        ],
    link: free
      ? { label: 'Find a group', path: paths.lfg }
      : { label: 'See your account status', path: paths.accountStatus },
    dedupeKey: `ban-ended:${ban.banId}:${ban.at.toISOString()}`,
  };
}

/** Message to an admin about a new appeal. */
export function appealFiledMessage(appealId: string, adminId: string): NewNotification {
  return {
    userId: adminId,
    kind: 'moderation',
    title: 'A player appealed a ban',
    lines: ['An appeal needs a decision in the admin console.'],
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
    lines: ['A moderator read your appeal. The ban stays.', ...(appeal.answer ? [`Answer: ${appeal.answer}`] : [])],
    link: { label: 'See your account status', path: paths.accountStatus },
    dedupeKey: `appeal-decided:${appeal.appealId}`,
  };
}

/** Message to a user who had too many no-shows. */
export function createUnreliableMessage(what: {
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
    title: 'You had too many no-shows',
    lines: [
      `Players reported you as a no-show in ${what.missed} of ${what.counted} matches. Your reliability is ${what.score} of 100, below ${RELIABILITY_LIMIT}.`,
      ...unreliableChanges,
      `It ends once you show up to ${matches === 1 ? 'the next match' : `the next ${matches} matches`} you accept, or automatically on ${toUtcDay(what.returnsAt)}. Matching works as before.`,
      'If any of this is wrong, you can contest it.',
    ],
    link: { label: 'See details and contest', path: paths.accountStatus },
    dedupeKey: `unreliable:${what.userId}:${what.at.toISOString()}`,
  };
}

/** Message to a user who is above the limit again. */
export function createReliableMessage(what: { userId: string; score: number | null; at: Date }): NewNotification {
  return {
    userId: what.userId,
    kind: 'moderation',
    title: "You're reliable again",
    lines: [
      what.score === null
        ? 'Nothing counts against you anymore.'
        : `Your reliability is ${what.score} of 100 again, and all limits are lifted.`,
    ],
    link: { label: 'See your account status', path: paths.accountStatus },
    dedupeKey: `reliable:${what.userId}:${what.at.toISOString()}`,
  };
}
