import { paths } from '../../content/paths.ts';
import { dayOf } from '../../time/instants.ts';
import type { NewNotification } from './notifications.schema.ts';

/** What somebody hears who was banned: why, until when, and what they can do. */
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
      `Reason: ${ban.reason}.`,
      expiresAt ? `The ban ends by itself on ${dayOf(expiresAt)}.` : 'The ban has no end date.',
      'If you think this is wrong, you can write an appeal.',
    ],
    link: { label: 'See it and appeal', path: paths.standing },
    dedupeKey: `ban:${ban.banId}`,
  };
}

/** What somebody hears whose ban was ended early. */
export function banLiftedMessage(ban: { banId: string; userId: string; at: Date }): NewNotification {
  return {
    userId: ban.userId,
    kind: 'moderation',
    title: 'Your ban was lifted',
    lines: ['You can use everything again. Welcome back.'],
    link: { label: 'Find a group', path: paths.lfg },
    dedupeKey: `ban-lifted:${ban.banId}:${ban.at.toISOString()}`,
  };
}

/** What an admin hears of a new appeal. */
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

/** What somebody hears whose appeal was turned down. */
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
