import { randomUUID } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { addMs } from '../../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import * as queries from './squad-sessions.queries.ts';

/** Length of a session whose players didn't choose one. To continue, the squad can run the session back. */
const MINUTES = 120;

/** Time after the start in which players can still drop out and be replaced. */
const REFILL_MS = HOUR_MS;

/**
 * Creates a session its players agreed to elsewhere, in the caller's transaction. It's confirmed immediately.
 * @param session.here whether the players just agreed online, so they're checked in, too
 */
export async function createAgreedSession(
  tx: Db,
  {
    squadId,
    memberIds,
    startsAt,
    here,
  }: { squadId: string; memberIds: readonly string[]; startsAt: Date; here: boolean },
  now: Date,
): Promise<void> {
  const id = randomUUID();
  const session = {
    id,
    squadId,
    startsAt,
    endsAt: addMs(startsAt, MINUTES * MINUTE_MS),
    answersUntil: addMs(startsAt, REFILL_MS),
    setAt: now,
    toldStands: true,
    toldCount: 1,
    calendarUid: id,
    createdAt: now,
  };
  if (!(await queries.insertSession(tx, session))) return;
  for (const userId of memberIds) {
    await queries.upsertAnswer(tx, session, { userId, answer: 'yes', now, hereAt: here ? now : null });
  }
}
