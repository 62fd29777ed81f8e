import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { SessionRow } from '../sessions/squad-sessions.queries.ts';
import { squadSessions } from '../sessions/squad-sessions.tables.ts';

/** Lists a squad's sessions in this period that were confirmed at some point and aren't canceled. */
export async function listConfirmedSessions(
  db: Db,
  squadId: string,
  { startedBy, endedAfter }: { startedBy: Date; endedAfter: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(squadSessions)
    .where(
      and(
        eq(squadSessions.squadId, squadId),
        lte(squadSessions.startsAt, startedBy),
        gt(squadSessions.endsAt, endedAfter),
        gt(squadSessions.toldCount, 0),
        isNull(squadSessions.calledOffAt),
      ),
    )
    .orderBy(asc(squadSessions.startsAt), squadSessions.id);
}
