import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Mentions } from '../../messages/mentions.ts';
import type { MessageTexts } from './mentions.rules.ts';
import { notificationOutbox } from './notifications.tables.ts';

export type MentioningMessage = MessageTexts & { id: string; userId: string; mentions: Mentions | null };

const columns = {
  id: notificationOutbox.id,
  userId: notificationOutbox.userId,
  title: notificationOutbox.title,
  lines: notificationOutbox.lines,
  actions: notificationOutbox.actions,
  attachments: notificationOutbox.attachments,
  mentions: notificationOutbox.mentions,
};

/** Locks the messages to other people that name a user. */
export const lockMentioning = (tx: Db, userId: string): Promise<MentioningMessage[]> =>
  tx
    .select(columns)
    .from(notificationOutbox)
    .where(sql`${notificationOutbox.mentions} <> '{}' and ${notificationOutbox.mentions} ? ${userId}::text`)
    .for('update');

/**
 * Locks the messages to other people that contain a name. Nodes running an older version stored them without mentions.
 */
export const lockMessagesContaining = (tx: Db, userId: string, name: string): Promise<MentioningMessage[]> =>
  tx
    .select(columns)
    .from(notificationOutbox)
    .where(
      and(
        isNull(notificationOutbox.mentions),
        ne(notificationOutbox.userId, userId),
        or(
          sql`strpos(${notificationOutbox.title}, ${name}) > 0`,
          sql`strpos(array_to_string(${notificationOutbox.lines}, ' '), ${name}) > 0`,
        ),
      ),
    )
    .for('update');

/** Stores the texts of a message that no longer names a user, and removes the user from its mentions. */
export async function saveTexts(
  tx: Db,
  id: string,
  { title, lines, actions, attachments }: MessageTexts,
  forgottenId: string,
): Promise<void> {
  await tx
    .update(notificationOutbox)
    .set({ title, lines, actions, attachments, mentions: sql`${notificationOutbox.mentions} - ${forgottenId}::text` })
    .where(eq(notificationOutbox.id, id));
}
