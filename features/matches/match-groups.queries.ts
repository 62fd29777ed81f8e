import type { Db } from '../../db/database.ts';
import type { GroupFormat } from '../profiles/group-formats.schema.ts';
import { matches, matchMembers, matchResponses } from './matches.tables.ts';

export type NewFormedMatch = typeof matches.$inferInsert;

/** Stores a match of players who found each other. It's mutual immediately, because everyone has already accepted. */
export async function insertFormedMatch(
  tx: Db,
  match: NewFormedMatch & { id: string },
  kind: GroupFormat,
  now: Date,
): Promise<void> {
  await tx.insert(matches).values(match);
  await tx
    .insert(matchMembers)
    .values(
      match.memberIds.map((userId) => ({ matchId: match.id, userId, kind, open: false, carried: false, waited: 0 })),
    );
  await tx.insert(matchResponses).values(
    match.memberIds.map((userId) => ({
      matchId: match.id,
      userId,
      action: 'accept' as const,
      createdAt: now,
      updatedAt: now,
    })),
  );
}
